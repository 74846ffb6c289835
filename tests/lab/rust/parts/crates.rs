//lab:breaks compile
//lab:check
//lab:features aws-runtime?/event-stream aws-smithy-runtime?/client
//! Every crate of the mix, with the features that most programs have on.

fn main() {}
