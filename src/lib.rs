//! Knows which AWS SDK releases belong together.
//!
//! The data flows one way: files are read into an [`inventory`]; versions are [`select`]ed as `go` will, and
//! [`check`]ed against the [`event`]s with the [`catalog`] of releases at hand, and [`compare`]d with what a [`base`]
//! had; what is found is cured by a [`plan`]; a [`report`] shows all of it.
//!
//! ```
//! use awscompat::catalog::Catalog;
//! use awscompat::family::Family;
//! use awscompat::inventory::go;
//! use awscompat::source::Source;
//!
//! let text = "module m\n\ngo 1.21\n\nrequire (\n\
//!     github.com/aws/aws-sdk-go-v2 v1.23.5\n\
//!     github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2\n)\n";
//! let inventory = go::module_alone(Source::new("go.mod", text)).expect("it parses");
//! let outcome = awscompat::check::check(&inventory, &Catalog::embedded(Family::Go));
//! assert_eq!(outcome.findings[0].event.id, "service-behind-core-1-23");
//! ```

pub mod apply;
pub mod base;
pub mod catalog;
pub mod check;
pub mod cli;
pub mod compare;
pub mod config;
pub mod discover;
pub mod event;
pub mod family;
pub mod git;
mod hash;
pub mod inventory;
pub mod plan;
pub mod report;
pub mod requirers;
pub mod select;
pub mod source;
pub mod version;
