//! Scripts, snapshots, console.
