//lab:needs aws-smithy-checksums crc-fast
//lab:breaks some-calls
//lab:release
//lab:processor Haswell
//lab:also tokio@1/rt,time,net
//! The checksums of an upload, as a release build computes them on a processor without AVX-512.

mod probe;

use aws_smithy_checksums::ChecksumAlgorithm;

fn main() {
    probe::main(async {
        for name in ["crc32", "crc32c", "crc64nvme"] {
            let algorithm: ChecksumAlgorithm = name.parse().unwrap();
            let mut checksum = algorithm.into_impl();
            checksum.update(&[7; 4096]);
            if checksum.finalize().iter().all(|byte| *byte == 0) {
                return Err(("silent", format!("{name} is nothing")));
            }
        }
        Ok(())
    });
}
