//! Options that exclude or need each other.

use super::error::OptionsError;
use super::given::AllGiven;
use super::spec::Id;
use super::table::{CONFLICTS, REQUIRES, TABLE};

/// Checks what was given by the command line and the file together; `false` counts as not given.
pub(super) fn check(given: &AllGiven) -> Result<(), OptionsError> {
    let name = |id: Id| TABLE[id as usize].name;
    for group in CONFLICTS {
        let mut asked = group.iter().copied().filter(|&id| given.asks_for(id));
        if let (Some(first), Some(second)) = (asked.next(), asked.next()) {
            return Err(OptionsError::Conflict {
                first: name(first),
                second: name(second),
            });
        }
    }
    for &(id, needed) in REQUIRES {
        if given.asks_for(id) && !given.asks_for(needed) {
            return Err(OptionsError::Needs {
                name: name(id),
                needed: name(needed),
            });
        }
    }
    Ok(())
}
