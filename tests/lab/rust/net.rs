//! An HTTP client that reaches nobody: it gives the same answer to all and remembers what was asked.

use std::sync::{Arc, Mutex};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;

/// The client, and what it was asked.
#[derive(Clone, Debug)]
pub struct Net {
    answer: &'static str,
    seen: Arc<Mutex<Vec<Seen>>>,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Seen {
    pub uri: String,
    pub authorization: String,
    pub body: Vec<u8>,
}

impl Net {
    pub fn answering(answer: &'static str) -> Self {
        Self { answer, seen: Arc::default() }
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

impl HttpConnector for Net {
    fn call(&self, mut request: HttpRequest) -> HttpConnectorFuture {
        let net = self.clone();
        HttpConnectorFuture::new(async move {
            let body = std::mem::replace(request.body_mut(), SdkBody::empty());
            let body = ByteStream::new(body).collect().await;
            let body = body.map(|body| body.into_bytes().to_vec()).unwrap_or_default();
            let authorization = request.headers().get("authorization").unwrap_or_default().to_owned();
            net.seen.lock().unwrap().push(Seen { uri: request.uri().to_owned(), authorization, body });
            Ok(HttpResponse::new(200.try_into().unwrap(), SdkBody::from(net.answer)))
        })
    }
}

impl HttpClient for Net {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
