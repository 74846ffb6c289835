//! A hash that is the same everywhere and always, which those of the standard library do not promise.

/// The 128-bit offset basis and prime of FNV-1a.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// FNV-1a of 128 bits. It tells contents apart; against somebody who wants two alike it is no help.
pub(crate) fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u128 {
    bytes.into_iter().fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a("".bytes()), BASIS);
        assert_eq!(fnv1a("a".bytes()), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(fnv1a("foobar".bytes()), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
