//lab:needs aws-sdk-servicediscovery
//lab:breaks signed-calls some-calls custom-endpoints
//lab:also tokio@1/rt,time,net aws-smithy-runtime-api@1/client aws-smithy-types@1
//! A call of JSON 1.1, and one that goes to a host of its own.

mod net;
mod probe;

use aws_sdk_servicediscovery::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_servicediscovery::{Client, Config};

fn main() {
    probe::main(async {
        let net = net::Net::answering("{}");
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("AKIDSTATIC", "SECRET", None, None, "lab"))
            .http_client(net.clone())
            .build();
        let client = Client::from_conf(config);
        client.list_namespaces().send().await.map_err(|error| probe::chain(&error))?;
        let found = client.discover_instances().namespace_name("lab").service_name("lab").send().await;
        found.map_err(|error| probe::chain(&error))?;
        for (request, host) in net.seen().iter().zip(["servicediscovery.", "data-servicediscovery."]) {
            if !request.authorization.contains("Credential=AKIDSTATIC/") {
                return Err(("silent", format!("unsigned: {}", request.uri)));
            }
            let sent = request.uri.split('/').nth(2).unwrap_or_default();
            if !sent.starts_with(host) {
                let name = sent.split('.').next().unwrap_or_default();
                let host = host.trim_end_matches('.');
                return Err(("silent", format!("the request goes to {name}, not to {host}")));
            }
        }
        // A host of the user's own, with a path.
        let net = net::Net::answering("{}");
        let config = client.config().to_builder().http_client(net.clone());
        let config = config.endpoint_url("http://lab.example/below").build();
        let call = Client::from_conf(config).list_namespaces().send().await;
        call.map_err(|error| probe::chain(&error))?;
        match net.seen().first() {
            Some(request) if request.uri.starts_with("http://lab.example/below") => Ok(()),
            Some(request) => Err(("silent", format!("a custom endpoint is not asked, but {}", request.uri))),
            None => Err(("silent", "a custom endpoint is not asked".to_owned())),
        }
    });
}
