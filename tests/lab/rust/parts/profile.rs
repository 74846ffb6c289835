//lab:needs aws-config
//lab:breaks sso credential-commands console-login
//lab:also tokio@1/rt,time,net aws-credential-types@1
//lab:bare aws-config
//lab:features aws-config/default-https-client aws-config/rt-tokio
//lab:with an SSO profile, sso on = sso_profile aws-config/sso
//lab:with an SSO profile, sso off = sso_profile
//lab:with a profile with credential_process, credentials-process on = process_profile aws-config/credentials-process
//lab:with a profile with credential_process, credentials-process off = process_profile
//lab:with a profile with login_session, credentials-login on = login_profile aws-config/credentials-login
//lab:with a profile with login_session, credentials-login off = login_profile
//! The keys of a profile.

mod probe;

use std::fs;

use aws_credential_types::provider::ProvideCredentials;

const PROFILE: &str = if cfg!(feature = "sso_profile") {
    "sso_start_url = https://lab.example/start\nsso_region = us-east-1\nsso_account_id = 123456789012\nsso_role_name = lab"
} else if cfg!(feature = "process_profile") {
    r#"credential_process = echo '{"Version":1,"AccessKeyId":"AKIDPROCESS","SecretAccessKey":"SECRET"}'"#
} else {
    "login_session = arn:aws:iam::123456789012:user/lab"
};

fn main() {
    probe::main(async {
        fs::create_dir_all(".aws/sso/cache").unwrap();
        fs::write(".aws/config", format!("[profile lab]\nregion = us-east-1\n{PROFILE}\n")).unwrap();
        // The name is the SHA-1 of the start URL.
        let token = r#"{"accessToken": "token", "expiresAt": "2099-01-01T00:00:00Z"}"#;
        fs::write(".aws/sso/cache/c11ef17b758808e103c6e1d17544b6c82f81d5ef.json", token).unwrap();
        // The name is the SHA-256 of the session.
        let token = r#"{"accessToken": {"accessKeyId": "AKIDLOGIN", "secretAccessKey": "SECRET", "sessionToken": "TOKEN",
            "accountId": "123456789012", "expiresAt": "2099-01-01T00:00:00Z"}, "tokenType": "aws_sigv4",
            "refreshToken": "none", "clientId": "lab", "dpopKey": "none"}"#;
        let name = "ee42e9d0ad62f89ffaa784643ae385413c1e727040ec6bc2e99a92879caea871.json";
        fs::create_dir_all(".aws/login/cache").unwrap();
        fs::write(format!(".aws/login/cache/{name}"), token).unwrap();
        let mock = format!("http://{}", std::env::var("LAB_MOCK").unwrap());
        std::env::set_var("AWS_ENDPOINT_URL_SSO", mock);
        let loader = aws_config::defaults(aws_config::BehaviorVersion::latest());
        let config = loader.profile_name("lab").load().await;
        let keys = config.credentials_provider().unwrap().provide_credentials().await;
        keys.map(drop).map_err(|error| probe::chain(&error))
    });
}
