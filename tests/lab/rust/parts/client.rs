//lab:breaks signed-calls
//lab:also tokio@1/rt,time,net aws-config@1 aws-sdk-sts@1
//lab:bare aws-config aws-sdk-sts aws-smithy-runtime
//lab:with `Config::builder()`, default features = plain aws-sdk-sts/default
//lab:with `SdkConfig::builder()`, default features = shared aws-sdk-sts/default
//lab:with `Config::builder()`, behavior-version-latest on = plain aws-sdk-sts/default aws-sdk-sts/behavior-version-latest
//lab:with `Config::builder().behavior_version_latest()`, default features = latest aws-sdk-sts/default
//lab:with default-https-client and rt-tokio, `BehaviorVersion::v2025_08_07()` = v2025_08_07 aws-sdk-sts/default-https-client aws-sdk-sts/rt-tokio
//lab:with default-https-client and rt-tokio, `BehaviorVersion::latest()` = latest aws-sdk-sts/default-https-client aws-sdk-sts/rt-tokio
//lab:with default-https-client and rt-tokio = latest aws-sdk-sts/default-https-client aws-sdk-sts/rt-tokio
//lab:with default-https-client and rt-tokio, `BehaviorVersion::v2023_11_09()` = v2023_11_09 aws-sdk-sts/default-https-client aws-sdk-sts/rt-tokio
//lab:with default-https-client and rt-tokio, `BehaviorVersion::v2024_03_28()` = v2024_03_28 aws-sdk-sts/default-https-client aws-sdk-sts/rt-tokio
//lab:with default-https-client and rt-tokio, `BehaviorVersion::v2025_01_17()` = v2025_01_17 aws-sdk-sts/default-https-client aws-sdk-sts/rt-tokio
//lab:with default features, `BehaviorVersion::v2025_01_17()` = v2025_01_17 aws-sdk-sts/default
//lab:with default-https-client alone = latest aws-sdk-sts/default-https-client
//lab:with rt-tokio alone = latest aws-sdk-sts/rt-tokio
//! A call with the HTTP client, the sleep and the behaviour that the features and the code give.

mod probe;

#[allow(unused_imports, reason = "not every variant names a behaviour")]
use aws_sdk_sts::config::BehaviorVersion;
use aws_sdk_sts::config::{Builder, Credentials, Region};

#[cfg(not(feature = "shared"))]
fn builder() -> Builder {
    let builder = Builder::new();
    #[cfg(feature = "latest")]
    let builder = builder.behavior_version(BehaviorVersion::latest());
    #[cfg(feature = "v2023_11_09")]
    let builder = builder.behavior_version(BehaviorVersion::v2023_11_09());
    #[cfg(feature = "v2024_03_28")]
    let builder = builder.behavior_version(BehaviorVersion::v2024_03_28());
    #[cfg(feature = "v2025_01_17")]
    let builder = builder.behavior_version(BehaviorVersion::v2025_01_17());
    #[cfg(feature = "v2025_08_07")]
    let builder = builder.behavior_version(BehaviorVersion::v2025_08_07());
    builder
}

#[cfg(feature = "shared")]
fn builder() -> Builder {
    Builder::from(&aws_config::SdkConfig::builder().build())
}

fn main() {
    probe::main(async {
        let config = builder()
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("AKIDSTATIC", "SECRET", None, None, "lab"))
            .endpoint_url(format!("http://{}", std::env::var("LAB_MOCK").unwrap()))
            .build();
        let call = aws_sdk_sts::Client::from_conf(config).get_caller_identity().send().await;
        call.map(|_| ()).map_err(|error| probe::chain(&error))
    });
}
