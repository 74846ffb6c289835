//! In which forms the result of `check` is told, and where each goes.

use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::{Answer, BAD_INPUT};
use crate::report::human::{self, Verbosity};
use crate::report::{Report, github, gitlab, json, jsonl, junit, markdown, sarif};

/// The forms of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For a person
    Human,
    /// One object, for programs
    Json,
    /// One line of JSON for each module or workspace
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// A code quality report of GitLab
    Gitlab,
    /// A summary for a job's page, or a comment of a change
    Markdown,
    /// JUnit's XML
    Junit,
}

#[derive(Debug, Args)]
struct Given {
    /// The form of the result; may be given more than once
    #[arg(long, value_name = "FORM", default_value = "human", help_heading = "Output")]
    format: Vec<Form>,

    /// Write the result to this file; with several, each belongs to the --format before it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Vec<PathBuf>,
}

/// Each form that was asked for, and the file that it goes to; at most one goes to standard output.
#[derive(Debug)]
pub(super) struct Outputs(Vec<(Form, Option<PathBuf>)>);

impl Outputs {
    /// Writes the result in every form. What goes to standard output is in the answer.
    pub(super) fn write(&self, report: &Report, verbosity: Verbosity) -> Answer {
        let mut answer = Answer::default();
        for (form, file) in &self.0 {
            let text = match render(*form, report, verbosity) {
                Ok(text) => text,
                Err(error) => {
                    return Answer::mistake(
                        &format!("cannot write JSON: {error}"),
                        "please report this as a bug",
                    );
                }
            };
            let Some(file) = file else {
                answer.out = text;
                continue;
            };
            // Colours are for terminals.
            let text = anstream::adapter::strip_str(&text).to_string();
            if let Err(error) = fs::write(file, text) {
                let what = format!("{}: cannot write the result: {error}", file.display());
                answer
                    .err
                    .push_str(&Answer::mistake(&what, "give --output a file in a folder that is there").err);
                answer.code = BAD_INPUT;
            }
        }
        answer
    }
}

fn render(form: Form, report: &Report, verbosity: Verbosity) -> Result<String, serde_json::Error> {
    Ok(match form {
        Form::Human => human::render(report, verbosity),
        Form::Json => json::render(report)?,
        Form::Jsonl => jsonl::render(report)?,
        Form::Sarif => sarif::render(report, verbosity)?,
        Form::Github => github::render(report, verbosity),
        Form::Gitlab => gitlab::render(report, verbosity)?,
        Form::Markdown => markdown::render(report, verbosity),
        Form::Junit => junit::render(report, verbosity),
    })
}

impl Args for Outputs {
    fn augment_args(command: Command) -> Command {
        Given::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Given::augment_args_for_update(command)
    }
}

impl FromArgMatches for Outputs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Given::from_arg_matches(matches)?;
        let places = |id: &str| match matches.value_source(id) {
            Some(ValueSource::CommandLine) => matches.indices_of(id).map(Vec::from_iter).unwrap_or_default(),
            _ => Vec::new(),
        };
        pair(&given, &places("format"), &places("output"))
            .map(Self)
            .map_err(|what| clap::Error::raw(ErrorKind::ArgumentConflict, format!("{what}\n")))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Gives each file to the form that stands before it; the first, if none does, to the first form.
fn pair(
    given: &Given,
    formats_at: &[usize],
    outputs_at: &[usize],
) -> Result<Vec<(Form, Option<PathBuf>)>, String> {
    let mut pairs: Vec<(Form, Option<PathBuf>)> = given.format.iter().map(|form| (*form, None)).collect();
    let mut files: Vec<&Path> = Vec::new();
    for (file, at) in given.output.iter().zip(outputs_at) {
        let before = formats_at.iter().filter(|place| *place < at).count();
        let Some((_, taken)) = pairs.get_mut(before.saturating_sub(1)) else { continue };
        if taken.is_some() {
            return Err(format!("`--output {}`: that --format has a file already", file.display()));
        }
        if files.contains(&file.as_path()) {
            return Err(format!("`--output {}` is given twice", file.display()));
        }
        files.push(file);
        *taken = Some(file.clone());
    }
    if pairs.iter().filter(|(_, file)| file.is_none()).count() > 1 {
        return Err("only one --format can go to standard output; give the others an --output FILE, each \
                    after its --format"
            .to_owned());
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(arguments: &[&str]) -> Result<Vec<(Form, Option<PathBuf>)>, String> {
        let command = Outputs::augment_args(Command::new("awscompat").no_binary_name(true));
        let matches = command.try_get_matches_from(arguments).map_err(|error| error.to_string())?;
        Outputs::from_arg_matches(&matches).map(|outputs| outputs.0).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_belongs_to_the_form_before_it() {
        let file = |name: &str| Some(PathBuf::from(name));
        assert_eq!(outputs(&[]), Ok(vec![(Form::Human, None)]));
        assert_eq!(outputs(&["--output", "a"]), Ok(vec![(Form::Human, file("a"))]));
        assert_eq!(outputs(&["--output", "a", "--format", "json"]), Ok(vec![(Form::Json, file("a"))]));
        assert_eq!(
            outputs(&["--format", "github", "--format", "sarif", "--output", "a"]),
            Ok(vec![(Form::Github, None), (Form::Sarif, file("a"))])
        );
        assert_eq!(
            outputs(&["--format=sarif", "--output=a", "--format=junit", "--output=b", "--format=github"]),
            Ok(vec![(Form::Sarif, file("a")), (Form::Junit, file("b")), (Form::Github, None)])
        );
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (arguments, says) in [
            (&["--format", "json", "--format", "sarif"][..], "only one --format can go to standard output"),
            (&["--format", "json", "--output", "a", "--output", "b"], "has a file already"),
            (&["--format", "json", "--output", "a", "--format", "sarif", "--output", "a"], "given twice"),
        ] {
            let error = outputs(arguments).unwrap_err();
            assert!(error.contains(says), "{arguments:?}: {error}");
        }
    }
}
