//! String enums that take values not known yet.

use serde::Deserializer;
use serde::de::{Error, Visitor};
use std::borrow::Cow;
use std::fmt;

/// Declares a string type with its known values as constants. Chrome may send others: they are kept as they are.
macro_rules! open_enum {
    (
        $(#[$about:meta])*
        $name:ident {
            $($(#[$value_about:meta])* $constant:ident = $value:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, Hash, serde::Serialize)]
        #[serde(transparent)]
        pub struct $name(std::borrow::Cow<'static, str>);

        impl $name {
            $(
                $(#[$value_about])*
                pub const $constant: Self = Self(std::borrow::Cow::Borrowed($value));
            )*

            /// The value as the protocol writes it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                crate::open_enum::read(from, &[$($value),*]).map(Self)
            }
        }

        impl From<&'static str> for $name {
            fn from(value: &'static str) -> Self {
                Self(std::borrow::Cow::Borrowed(value))
            }
        }

        impl From<String> for $name {
            fn from(value: String) -> Self {
                Self(std::borrow::Cow::Owned(value))
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.0 == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.0 == *other
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str(&self.0)
            }
        }
    };
}

pub(crate) use open_enum;

/// Reads a value; a known one takes no memory.
pub(crate) fn read<'de, D: Deserializer<'de>>(
    from: D,
    known: &'static [&'static str],
) -> Result<Cow<'static, str>, D::Error> {
    struct Value(&'static [&'static str]);

    impl Visitor<'_> for Value {
        type Value = Cow<'static, str>;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("a string")
        }

        fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
            Ok(match self.0.iter().find(|known| **known == value) {
                Some(known) => Cow::Borrowed(*known),
                None => Cow::Owned(value.to_owned()),
            })
        }
    }

    from.deserialize_str(Value(known))
}

#[cfg(test)]
mod tests {
    use crate::protocol::network::ResourceType;

    #[test]
    fn known_and_unknown_values_survive() {
        let known: ResourceType = serde_json::from_str("\"Document\"").unwrap();
        assert_eq!(known, ResourceType::DOCUMENT);
        let unknown: ResourceType = serde_json::from_str("\"Hologram\"").unwrap();
        assert_eq!(unknown.as_str(), "Hologram");
        assert_eq!(unknown, ResourceType::from("Hologram".to_owned()));
        assert_eq!(serde_json::to_string(&unknown).unwrap(), "\"Hologram\"");
        assert_eq!(ResourceType::default().as_str(), "");
    }
}
