//lab:needs aws-config aws-sdk-sts
//lab:breaks compile
//lab:check
//! What one crate makes goes into another one.

fn main() {}

pub fn client(config: &aws_config::SdkConfig) -> aws_sdk_sts::Client {
    aws_sdk_sts::Client::new(config)
}
