//! What parts of the probe share. Each prints one line: its outcome, a tab, and what it saw.
#![allow(dead_code, reason = "no part needs all of it")]

use std::error::Error;
use std::future::Future;

/// Runs a part: Ok where all is as it should be, else the outcome's name and what was seen.
pub fn main<F: Future<Output = Result<(), (&'static str, String)>>>(part: F) {
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload().downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| info.payload().downcast_ref::<&str>().copied());
        tell("runtime", text.unwrap_or("it panics"));
        std::process::exit(1);
    }));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    match runtime.block_on(part) {
        Ok(()) => tell("works", ""),
        Err((outcome, text)) => tell(outcome, &text),
    }
}

fn tell(outcome: &str, text: &str) {
    println!("{outcome}\t{}", text.lines().map(str::trim).collect::<Vec<_>>().join(" "));
}

/// An error with its causes.
pub fn chain(error: &dyn Error) -> (&'static str, String) {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text += ": ";
        text += &cause.to_string();
        next = cause.source();
    }
    ("runtime", text)
}
