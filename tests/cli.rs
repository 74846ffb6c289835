//! The command line as users type it: `tests/cmd/*.md` holds commands with all that they print.
//! `TRYCMD=overwrite cargo test --test cli` writes what they print now.

#[test]
fn commands_print_what_is_written() {
    trycmd::TestCases::new()
        .env("GOMODCACHE", "/nowhere")
        .register_bin("awscompat", trycmd::cargo::cargo_bin!("awscompat"))
        .register_bin("cargo-awscompat", trycmd::cargo::cargo_bin!("cargo-awscompat"))
        .case("tests/cmd/*.md");
}
