//! Enough stack for recursion whose depth is known beforehand.

/// Levels that fit on any thread's stack.
const SHALLOW: usize = 100;
/// Levels that fit on the large stack.
const DEEP: usize = 40_000;
/// Bytes of the large stack; only what is used gets real memory.
const LARGE: usize = 512 << 20;

/// Runs `work`, which recurses through `levels` schemas, on a thread of its own if it needs one.
///
/// # Errors
/// A sentence that says why it could not be run.
pub(crate) fn with_room_for<T: Send>(
    levels: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, String> {
    if levels <= SHALLOW {
        return Ok(work());
    }
    if levels > DEEP {
        return Err(
            "can't be checked: nested too deep for a schema with so many references".to_owned(),
        );
    }
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(LARGE)
            .spawn_scoped(scope, work)
            .map_err(|error| format!("can't be checked: {error}"))?
            .join()
            .map_err(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::{SHALLOW, with_room_for};

    #[test]
    fn a_panic_is_passed_on() {
        for levels in [0, SHALLOW + 1] {
            let result = std::panic::catch_unwind(|| with_room_for(levels, || panic!("as meant")));
            assert!(result.is_err());
        }
    }
}
