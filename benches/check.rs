//! What a run spends its time on, over a module of real size (`benches/data/`).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that panics has failed"
)]

use std::path::Path;

use awscompat::catalog::{Catalog, Table};
use awscompat::check::check;
use awscompat::family::Family;
use awscompat::inventory::cargo_lock::CargoLock;
use awscompat::inventory::go_mod::GoMod;
use awscompat::inventory::go_sum::GoSum;
use awscompat::inventory::{Inventory, cargo, go};
use awscompat::plan::go::plan;
use awscompat::plan::{Strategy, Wish};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const GO_MOD: &str = include_str!("data/go.mod");
const GO_SUM: &str = include_str!("data/go.sum");
const CARGO_LOCK: &str = include_str!("data/Cargo.lock");

fn inventory() -> Inventory {
    go::module(&Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/data/go.mod")).expect("the file is there")
}

#[divan::bench]
fn parse_go_mod(bencher: Bencher) {
    bencher
        .counter(divan::counter::BytesCount::of_str(GO_MOD))
        .bench(|| GoMod::parse(black_box(GO_MOD)).is_ok());
}

#[divan::bench]
fn parse_go_sum(bencher: Bencher) {
    bencher
        .counter(divan::counter::BytesCount::of_str(GO_SUM))
        .bench(|| GoSum::parse(black_box(GO_SUM)).is_ok());
}

#[divan::bench]
fn read_module(bencher: Bencher) {
    bencher.bench(inventory);
}

#[divan::bench]
fn open_table(bencher: Bencher) {
    bencher.bench(|| Table::of(Family::Go));
}

#[divan::bench]
fn check_module(bencher: Bencher) {
    let inventory = inventory();
    let catalog = Catalog::embedded(Family::Go);
    bencher.bench_local(|| check(black_box(&inventory), &catalog).findings.len());
}

#[divan::bench]
fn plan_module(bencher: Bencher) {
    let inventory = inventory();
    let catalog = Catalog::embedded(Family::Go);
    bencher.bench_local(|| {
        plan(black_box(&inventory), &catalog, &Wish { strategy: Some(Strategy::Minimal), ..Wish::default() })
            .is_ok()
    });
}

fn workspace() -> Inventory {
    cargo::lock(&Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/data/Cargo.lock"))
        .expect("the file is there")
}

#[divan::bench]
fn parse_cargo_lock(bencher: Bencher) {
    bencher
        .counter(divan::counter::BytesCount::of_str(CARGO_LOCK))
        .bench(|| CargoLock::parse(black_box(CARGO_LOCK)).is_ok());
}

#[divan::bench]
fn read_workspace(bencher: Bencher) {
    bencher.bench(workspace);
}

#[divan::bench]
fn check_workspace(bencher: Bencher) {
    let inventory = workspace();
    let catalog = Catalog::embedded(Family::Rust);
    bencher.bench_local(|| check(black_box(&inventory), &catalog).findings.len());
}

#[divan::bench]
fn plan_workspace(bencher: Bencher) {
    let inventory = workspace();
    let catalog = Catalog::embedded(Family::Rust);
    let wish = Wish::default();
    bencher.bench_local(|| awscompat::plan::plan(black_box(&inventory), &catalog, &wish).is_ok());
}
