//! One request, as the mock saw it.

use std::io::{self, BufRead, Read, Write};

/// No probe sends more.
const MOST_BYTES: usize = 64 << 20;

/// A request to AWS.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// With the query.
    pub(crate) path: String,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// The next request of a connection; None where it was closed.
    pub(crate) fn read(reader: &mut impl BufRead, back: &mut impl Write) -> io::Result<Option<Self>> {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace().map(str::to_owned);
        let (Some(method), Some(path)) = (words.next(), words.next()) else { return Err(malformed()) };
        let mut request = Self { method, path, ..Self::default() };
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or_else(malformed)?;
            request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        if request.header("expect").is_some() {
            back.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        if request.header("transfer-encoding") == Some("chunked") {
            request.body = chunks(reader)?;
        } else if let Some(length) = request.header("content-length") {
            let length = length.parse().ok().filter(|length| *length <= MOST_BYTES).ok_or_else(malformed)?;
            request.body = vec![0; length];
            reader.read_exact(&mut request.body)?;
        }
        Ok(Some(request))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn host(&self) -> &str {
        self.header("host").unwrap_or_default()
    }

    /// The path without its query.
    pub(crate) fn route(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    /// Whether the query has a field of this name.
    pub(crate) fn asks(&self, name: &str) -> bool {
        let query = self.path.split_once('?').map_or("", |(_, query)| query);
        query.split('&').any(|field| field.split('=').next() == Some(name))
    }

    /// A field of a form, as it was sent.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let form = std::str::from_utf8(&self.body).ok()?;
        form.split('&').find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
    }

    /// The operation of the service that is called.
    pub(crate) fn operation(&self) -> &str {
        if let Some(target) = self.header("x-amz-target") {
            return target.rsplit('.').next().unwrap_or_default();
        }
        if let Some((_, operation)) = self.route().split_once("/operation/") {
            return operation;
        }
        if let Some(action) = self.field("Action") {
            return action;
        }
        match (self.method.as_str(), self.route()) {
            (_, route) if self.host().contains("s3.") => self.s3_operation(route),
            ("GET", "/v1/lexicons") => "ListLexicons",
            ("GET", "/federation/credentials") => "GetRoleCredentials",
            ("POST", "/token") => "CreateToken",
            ("GET", route) if route.starts_with("/2015-03-31/functions") => "ListFunctions",
            ("GET", route) if route.starts_with("/gateways/") => "GetGatewayTarget",
            (_, route) => route,
        }
    }

    fn s3_operation<'a>(&'a self, route: &'a str) -> &'a str {
        match self.method.as_str() {
            "PUT" if self.asks("ownershipControls") => "PutBucketOwnershipControls",
            "PUT" if self.asks("partNumber") => "UploadPart",
            "PUT" => "PutObject",
            "POST" if self.asks("uploads") => "CreateMultipartUpload",
            "POST" if self.asks("uploadId") => "CompleteMultipartUpload",
            "GET" => "GetObject",
            _ => route,
        }
    }

    /// The key that it is signed with.
    pub(crate) fn key(&self) -> Option<&str> {
        let signature = self.header("authorization")?.strip_prefix("AWS4-")?;
        signature.split_once("Credential=")?.1.split('/').next()
    }

    /// What is wrong with it though the client sees nothing.
    pub(crate) fn fault(&self) -> Option<String> {
        let header = |name| self.header(name).unwrap_or("none");
        if self.operation() == "UploadPart" && self.header("x-amz-trailer").is_some() {
            return Some(format!(
                "UploadPart sha256={} trailer={} enc={}",
                header("x-amz-content-sha256"),
                header("x-amz-trailer"),
                header("content-encoding")
            ));
        }
        // A URL within the form, so its own signs are escaped twice.
        let link = self.field("PreSignedUrl")?;
        let signed = link.split_once("X-Amz-SignedHeaders%3D")?.1.split("%26").next()?;
        let signed = signed.replace("%253B", ";");
        (signed != "host").then(|| format!("X-Amz-SignedHeaders={signed}"))
    }
}

/// A body in chunks, without the trailers that may follow.
fn chunks(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let length = line.trim_end().split(';').next().unwrap_or_default();
        let length = usize::from_str_radix(length, 16).map_err(|_| malformed())?;
        if length == 0 {
            break;
        }
        if body.len().saturating_add(length) > MOST_BYTES {
            return Err(malformed());
        }
        reader.by_ref().take(length as u64).read_to_end(&mut body)?;
        line.clear();
        reader.read_line(&mut line)?;
    }
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 && !line.trim_end().is_empty() {
        line.clear();
    }
    Ok(body)
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "no HTTP request")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Request, Vec<u8>) {
        let mut back = Vec::new();
        let request = Request::read(&mut text.as_bytes(), &mut back).unwrap().unwrap();
        (request, back)
    }

    #[test]
    fn a_call_is_known_by_operation_and_key() {
        let (request, _) = read(
            "POST / HTTP/1.1\r\nHost: sts.amazonaws.com\r\nContent-Length: 31\r\n\
             Authorization: AWS4-HMAC-SHA256 Credential=AKIDLAB/20260101/x, SignedHeaders=host\r\n\r\n\
             Action=AssumeRole&RoleArn=a%2Fb",
        );
        assert_eq!((request.operation(), request.key()), ("AssumeRole", Some("AKIDLAB")));
        let (request, _) = read("PUT /key?partNumber=1&x-id=UploadPart HTTP/1.1\r\nHost: lab.s3.lab\r\n\r\n");
        assert_eq!((request.operation(), request.key()), ("UploadPart", None));
        let (request, _) = read("POST / HTTP/1.1\r\nX-Amz-Target: Lab_2012.ListTables\r\n\r\n");
        assert_eq!(request.operation(), "ListTables");
    }

    #[test]
    fn a_body_in_chunks_is_put_together_and_asked_for() {
        let (request, back) = read(
            "PUT /key HTTP/1.1\r\nHost: lab.s3.lab\r\nExpect: 100-continue\r\n\
             Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n",
        );
        assert_eq!(request.body, b"abcde");
        assert_eq!(back, b"HTTP/1.1 100 Continue\r\n\r\n");
    }

    #[test]
    fn a_presigned_link_that_signs_more_than_the_host_is_a_fault() {
        let form = |signed: &str| Request {
            method: "POST".to_owned(),
            path: "/".to_owned(),
            body: format!(
                "Action=Copy&PreSignedUrl=https%3A%2F%2Flab%3FX-Amz-SignedHeaders%3D{signed}%26x%3Dy"
            )
            .into(),
            ..Request::default()
        };
        assert_eq!(form("host").fault(), None);
        let fault = form("amz-sdk-request%253Bhost").fault();
        assert_eq!(fault.as_deref(), Some("X-Amz-SignedHeaders=amz-sdk-request;host"));
    }

    #[test]
    fn what_is_no_request_is_an_error() {
        for text in ["\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"] {
            assert!(Request::read(&mut text.as_bytes(), &mut Vec::new()).is_err(), "{text:?}");
        }
    }
}
