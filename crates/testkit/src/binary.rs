//! Which `devtap` the tests drive.

use std::path::PathBuf;

/// The binary under test: `DEVTAP_BINARY` from the environment if it is set, else `built`, which an integration test
/// passes as `env!("CARGO_BIN_EXE_devtap")`.
pub fn devtap_binary(built: &str) -> PathBuf {
    std::env::var_os("DEVTAP_BINARY")
        .filter(|path| !path.is_empty())
        .map_or_else(|| PathBuf::from(built), PathBuf::from)
}
