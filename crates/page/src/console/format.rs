//! The text of a console message, from its arguments.

use super::preview::{Argument, ArgumentKind};

/// Joins arguments as the console shows them. Directives in a leading string (`%s %d %i %f %o %O %c`) take the
/// arguments after it; Chrome has converted those already.
pub(super) fn message_text(arguments: &[Argument]) -> String {
    let mut rest = arguments.iter();
    let mut text = String::new();
    match arguments {
        [first, _, ..] if first.kind == ArgumentKind::String && first.text.contains('%') => {
            rest.next();
            substitute(&first.text, &mut rest, &mut text);
        }
        [first, ..] => {
            rest.next();
            text.push_str(first.in_message());
        }
        [] => {}
    }
    for argument in rest {
        text.push(' ');
        text.push_str(argument.in_message());
    }
    text
}

fn substitute<'a>(
    format: &str,
    arguments: &mut impl Iterator<Item = &'a Argument>,
    out: &mut String,
) {
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        match chars.peek() {
            Some('%') => {
                chars.next();
                out.push('%');
            }
            Some('c') => {
                chars.next();
                if arguments.next().is_none() {
                    out.push_str("%c");
                }
            }
            Some(directive @ ('s' | 'd' | 'i' | 'f' | 'o' | 'O')) => {
                match arguments.next() {
                    Some(argument) => out.push_str(argument.in_message()),
                    None => out.extend(['%', *directive]),
                }
                chars.next();
            }
            _ => out.push('%'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Argument {
        Argument::string(text)
    }

    fn simple(text: &str) -> Argument {
        Argument {
            kind: ArgumentKind::Simple,
            ..string(text)
        }
    }

    #[test]
    fn directives_take_the_arguments_after_them() {
        for (arguments, expected) in [
            (
                vec![string("%s is %d years"), string("Bob"), simple("42")],
                "Bob is 42 years",
            ),
            (
                vec![string("%cred%c plain"), string("color:red"), string("")],
                "red plain",
            ),
            (
                vec![string("%o and"), simple("{a: 1}"), simple("7")],
                "{a: 1} and 7",
            ),
            (vec![string("100%"), simple("1")], "100% 1"),
            (vec![string("%d%% of %s"), simple("5")], "5% of %s"),
            (vec![string("%s"), string("%s"), string("x")], "%s x"),
            (vec![string("%s alone")], "%s alone"),
            (vec![simple("1"), string("%s")], "1 %s"),
            (vec![], ""),
        ] {
            assert_eq!(message_text(&arguments), expected);
        }
    }
}
