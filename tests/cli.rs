//! The command line as users type it: `tests/cmd/*.md` holds commands with all that they print.

#[test]
fn commands_print_what_is_written() {
    trycmd::TestCases::new()
        .env("GOMODCACHE", "/nowhere")
        .case("tests/cmd/*.md")
        .register_bin("cargo-awscompat", trycmd::cargo::cargo_bin!("cargo-awscompat"));
}
