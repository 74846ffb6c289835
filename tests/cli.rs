//! The command line as users type it: `tests/cmd/*.md` holds commands with all that they print.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

#[test]
fn commands_print_what_is_written() {
    trycmd::TestCases::new()
        .env("GOMODCACHE", "/nowhere")
        .case("tests/cmd/*.md")
        .register_bin("cargo-awscompat", trycmd::cargo::cargo_bin!("cargo-awscompat"));
}
