//! What the mock answers.

use super::Request;

/// A status, headers beside the length, and a body.
pub(super) struct Answer {
    status: u16,
    headers: Vec<(&'static str, &'static str)>,
    body: Vec<u8>,
}

const LATER: &str = "2099-01-01T00:00:00Z";

/// Answers a request; `earlier` counts those to the same path before it.
pub(super) fn answer(request: &Request, earlier: usize) -> Answer {
    let operation = request.operation();
    if let Some(answer) = metadata(request).or_else(|| container(request, earlier)) {
        return answer;
    }
    if request.host().contains("s3.") {
        return s3(operation);
    }
    if request.header("smithy-protocol") == Some("rpc-v2-cbor") {
        // A map without entries.
        let headers = vec![("smithy-protocol", "rpc-v2-cbor"), ("content-type", "application/cbor")];
        return Answer { status: 200, headers, body: vec![0xa0] };
    }
    if request.field("Action").is_some() {
        return query(operation);
    }
    let kind = if request.header("x-amz-target").is_some() { "application/x-amz-json-1.1" } else { JSON };
    Answer { status: 200, headers: vec![("content-type", kind)], body: json(operation).into() }
}

const JSON: &str = "application/json";

impl Answer {
    fn text(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, headers: Vec::new(), body: body.into() }
    }

    fn xml(body: &str) -> Self {
        Self { status: 200, headers: vec![("content-type", "text/xml")], body: body.into() }
    }

    pub(super) fn into_bytes(self, request: &Request) -> Vec<u8> {
        let mut bytes = format!("HTTP/1.1 {} Lab\r\ncontent-length: {}\r\n", self.status, self.body.len());
        for (name, value) in self.headers {
            bytes += &format!("{name}: {value}\r\n");
        }
        let mut bytes = (bytes + "\r\n").into_bytes();
        if request.method != "HEAD" {
            bytes.extend(self.body);
        }
        bytes
    }
}

/// The EC2 metadata service.
fn metadata(request: &Request) -> Option<Answer> {
    let route = request.route().strip_prefix("/latest/")?;
    Some(match route.trim_end_matches('/') {
        "api/token" => Answer {
            status: 200,
            headers: vec![("x-aws-ec2-metadata-token-ttl-seconds", "21600")],
            body: b"token".to_vec(),
        },
        "meta-data/iam/security-credentials" => Answer::text("lab"),
        "meta-data/iam/security-credentials/lab" => Answer::text(format!(
            r#"{{"Code":"Success","Type":"AWS-HMAC","AccessKeyId":"AKIDINSTANCE","SecretAccessKey":"SECRET",
            "Token":"token","LastUpdated":"2020-01-01T00:00:00Z","Expiration":"{LATER}"}}"#
        )),
        "dynamic/instance-identity/document" => Answer::text(r#"{"region":"us-east-1"}"#),
        _ => Answer { status: 404, headers: Vec::new(), body: Vec::new() },
    })
}

/// The credentials endpoint beside a container. It fails twice, with a code that every version of the client tries again
/// after; the oldest do not look at the status.
fn container(request: &Request, earlier: usize) -> Option<Answer> {
    (request.route() == "/container").then(|| {
        if earlier < 2 {
            let body = br#"{"code":"ThrottlingException","message":"later"}"#.to_vec();
            return Answer { status: 500, headers: vec![("content-type", JSON)], body };
        }
        let body = format!(
            r#"{{"AccessKeyId":"AKIDCONTAINER","SecretAccessKey":"SECRET","Token":"token","Expiration":"{LATER}"}}"#
        );
        Answer { status: 200, headers: vec![("content-type", JSON)], body: body.into() }
    })
}

fn s3(operation: &str) -> Answer {
    match operation {
        "GetObject" => Answer::text("body"),
        "CreateMultipartUpload" => Answer::xml(
            "<InitiateMultipartUploadResult><Bucket>lab</Bucket><Key>key</Key><UploadId>1</UploadId>\
             </InitiateMultipartUploadResult>",
        ),
        "CompleteMultipartUpload" => Answer::xml(
            "<CompleteMultipartUploadResult><Bucket>lab</Bucket><Key>key</Key><ETag>\"1\"</ETag>\
             </CompleteMultipartUploadResult>",
        ),
        _ => Answer { status: 200, headers: vec![("etag", "\"1\"")], body: Vec::new() },
    }
}

/// The answer to a form. EC2 wants no result within the response, and none of the operations asked has one.
fn query(operation: &str) -> Answer {
    let keys = |key: &str| {
        format!(
            "<Credentials><AccessKeyId>{key}</AccessKeyId><SecretAccessKey>SECRET</SecretAccessKey>\
             <SessionToken>token</SessionToken><Expiration>{LATER}</Expiration></Credentials>"
        )
    };
    let result = match operation {
        "AssumeRole" => keys("AKIDROLE"),
        "AssumeRoleWithWebIdentity" => keys("AKIDWEB"),
        _ => String::new(),
    };
    Answer::xml(&format!(
        "<{operation}Response><{operation}Result>{result}</{operation}Result>\
         <ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></{operation}Response>"
    ))
}

fn json(operation: &str) -> &'static str {
    match operation {
        "GetAuthorizationToken" => {
            r#"{"authorizationData":[{"authorizationToken":"QVdTOmxhYg==","expiresAt":4070908800}]}"#
        }
        "GetRoleCredentials" => {
            r#"{"roleCredentials":{"accessKeyId":"AKIDSSO","secretAccessKey":"SECRET","sessionToken":"token",
            "expiration":4070908800000}}"#
        }
        "CreateToken" => r#"{"accessToken":"token","expiresIn":3600,"tokenType":"Bearer"}"#,
        "DescribeEndpoints" => {
            r#"{"Endpoints":[{"Address":"cell.timestream.us-east-1.amazonaws.com","CachePeriodInMinutes":1440}]}"#
        }
        "ListNamedQueries" => r#"{"NamedQueryIds":["1",null]}"#,
        "DescribeImages" => r#"{"imageDetails":[{"imageTags":["1",null]}]}"#,
        "DescribeImageScanFindings" => r#"{"imageScanStatus":{"status":"COMPLETE"}}"#,
        "GetGatewayTarget" => r#"{"targetConfiguration":{"mcp":{"openApiSchema":{"inlinePayload":"lab"}}}}"#,
        _ => "{}",
    }
}
