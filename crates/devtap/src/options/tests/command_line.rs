//! How the command line is read.

use super::{Invocation, error, options, try_parse};
use insta::assert_snapshot;
use page::BrowserSource;
use std::ffi::OsString;

fn launch(words: &[&str]) -> chrome::LaunchOptions {
    match options(words.iter().copied()).browser.source {
        BrowserSource::Launch(launch) => *launch,
        other => panic!("not to launch: {other:?}"),
    }
}

#[test]
fn an_unknown_option_is_refused_with_the_nearest_name() {
    assert_snapshot!(error(["--headles"]), @r#"there is no option "--headles"; did you mean --headless? (devtap --help lists all)"#);
    assert_snapshot!(error(["--browser-ulr=http://x"]), @r#"there is no option "--browser-ulr"; did you mean --browser-url? (devtap --help lists all)"#);
    assert_snapshot!(error(["--no-categoryNetwrok"]), @r#"there is no option "--no-categoryNetwrok"; did you mean --no-categoryNetwork? (devtap --help lists all)"#);
    assert_snapshot!(error(["--no-category-netwrok"]), @r#"there is no option "--no-category-netwrok"; did you mean --no-category-network? (devtap --help lists all)"#);
    assert_snapshot!(error(["--colour"]), @r#"there is no option "--colour" (devtap --help lists all)"#);
    assert_snapshot!(error(["-headless"]), @r#"there is no option "-headless"; did you mean --headless? (devtap --help lists all)"#);
    assert_snapshot!(error(["-url"]), @r#"there is no option "-url" (devtap --help lists all)"#);
    assert_snapshot!(error(["-x"]), @r#"there is no option "-x" (devtap --help lists all)"#);
    assert_snapshot!(error(["--no-"]), @r#"there is no option "--no-" (devtap --help lists all)"#);
    assert_snapshot!(error(["---"]), @r#"there is no option "---" (devtap --help lists all)"#);
    assert_snapshot!(error(["--=x"]), @r#"there is no option "--" (devtap --help lists all)"#);
    assert_snapshot!(error(["--\u{1b}[31m\nx"]), @r#"there is no option "--\u{1b}[31m\nx" (devtap --help lists all)"#);
}

#[test]
fn a_word_of_no_option_is_refused() {
    assert_snapshot!(error(["start"]), @r#"unexpected argument "start": devtap takes options only; devtap --help lists them"#);
    assert_snapshot!(error(["--headless", "yes"]), @r#"unexpected argument "yes": devtap takes options only; devtap --help lists them"#);
    assert_snapshot!(error(["--"]), @r#"unexpected argument "--": devtap takes options only; devtap --help lists them"#);
    assert_snapshot!(error(["-"]), @r#"unexpected argument "-": devtap takes options only; devtap --help lists them"#);
    assert_snapshot!(error([""]), @r#"unexpected argument "": devtap takes options only; devtap --help lists them"#);
}

#[test]
fn a_missing_value_is_told() {
    assert_snapshot!(error(["--executablePath"]), @"--executablePath needs a value");
    assert_snapshot!(error(["--chromeArg", "--lang=de"]), @"--chromeArg needs a value; one that starts with a hyphen is written --chromeArg=--lang=de");
    assert_snapshot!(error(["--channel", "--headless"]), @"--channel needs a value; one that starts with a hyphen is written --channel=--headless");
    assert_snapshot!(error(["-e"]), @"--executablePath needs a value");
}

#[test]
fn values_are_checked() {
    assert_snapshot!(error(["--channel=Beta"]), @r#"--channel: expected stable, beta, dev or canary, got "Beta"; did you mean beta?"#);
    assert_snapshot!(error(["--headless=yes"]), @r#"--headless: expected true or false, got "yes""#);
    assert_snapshot!(error(["--browserUrl", "localhost:9222"]), @r#"--browserUrl: expected an address that starts with http:// or https://, got "localhost:9222""#);
    assert_snapshot!(error(["--browserUrl=foo"]), @r#"--browserUrl: expected an address that starts with http:// or https://, got "foo" (relative URL without a base)"#);
    assert_snapshot!(error(["--wsEndpoint=http://127.0.0.1:9222"]), @r#"--wsEndpoint: expected an address that starts with ws:// or wss://, got "http://127.0.0.1:9222""#);
    assert_snapshot!(error(["--wsEndpoint=ws://x/", "--wsHeaders=[1]"]), @r#"--wsHeaders: expected a JSON object such as {"Authorization":"…"} (invalid type: sequence, expected a map at line 1 column 0)"#);
    assert_snapshot!(error(["--wsEndpoint=ws://x/", r#"--wsHeaders={"Authorization":5}"#]), @r#"--wsHeaders: the header "Authorization" must be a text"#);
    assert_snapshot!(error(["--viewport=0x0"]), @r#"--viewport: expected a size such as 1280x720, got "0x0""#);
    assert_snapshot!(error(["--viewport=1280"]), @r#"--viewport: expected a size such as 1280x720, got "1280""#);
    assert_snapshot!(error(["--screenshotQuality=101"]), @r#"--screenshotQuality: expected a whole number from 0 to 100, got "101""#);
    assert_snapshot!(error(["--screenshotQuality", "-5"]), @r#"--screenshotQuality: expected a whole number from 0 to 100, got "-5""#);
    assert_snapshot!(error(["--screenshotMaxWidth=0"]), @r#"--screenshotMaxWidth: expected a whole number of at least 1, got "0""#);
    assert_snapshot!(error(["--screenshotMaxWidth=1.5"]), @r#"--screenshotMaxWidth: expected a whole number of at least 1, got "1.5""#);
    assert_snapshot!(error(["--screencastFps=fast"]), @r#"--screencastFps: expected a whole number of at least 1, got "fast""#);
    assert_snapshot!(error(["--allowedUrlPattern="]), @"--allowedUrlPattern: a value may not be empty");
    assert_snapshot!(error(["--experimentalDataFormat=toom"]), @r#"--experimentalDataFormat: expected default, toon or gcf, got "toom"; did you mean toon?"#);
}

#[test]
fn only_flags_can_be_negated() {
    assert_snapshot!(error(["--no-channel"]), @"--channel takes a value and can't be written as --no-channel");
    assert_snapshot!(error(["--no-headless=true"]), @"--no-headless takes no value");
}

#[test]
fn one_value_is_one_value() {
    assert_snapshot!(error(["--channel=dev", "--channel=beta"]), @r#"--channel is given twice, as "dev" and as "beta""#);
    assert!(try_parse(["--channel=dev", "--channel=dev"]).is_ok());
}

#[test]
fn the_last_word_on_a_flag_counts() {
    assert!(!launch(&["--headless", "--no-headless"]).headless);
    assert!(launch(&["--no-headless", "--headless"]).headless);
    assert!(!launch(&["--headless", "false", "--isolated"]).headless);
}

#[test]
fn lists_grow() {
    let launch = launch(&[
        "--chromeArg=--lang=de",
        "--chrome-arg",
        "a",
        "b",
        "--headless",
        "--chromeArg=c",
        "-1",
    ]);
    assert_eq!(launch.args, ["--lang=de", "a", "b", "c", "-1"]);
}

#[test]
fn letters_take_their_value_in_three_ways() {
    for words in [
        vec!["-e", "/bin/chromium"],
        vec!["-e=/bin/chromium"],
        vec!["-e/bin/chromium"],
    ] {
        assert_eq!(
            launch(&words).executable.as_deref(),
            Some("/bin/chromium".as_ref())
        );
    }
    assert_eq!(
        launch(&["-e/x=y"]).executable.as_deref(),
        Some("/x=y".as_ref())
    );
}

#[test]
fn an_empty_value_counts_as_not_given() {
    let launch = launch(&[
        "--executablePath=",
        "--proxyServer",
        "",
        "--channel=",
        "--browserUrl=",
    ]);
    assert_eq!(launch.executable, None);
    assert_eq!(launch.proxy_server, None);
    assert_eq!(launch.channel, None);
}

#[test]
fn help_version_and_sweep() {
    assert!(matches!(
        try_parse(["--headless", "--help"]),
        Ok(Invocation::Help(_))
    ));
    assert!(matches!(try_parse(["-h"]), Ok(Invocation::Help(_))));
    assert!(matches!(try_parse(["--version"]), Ok(Invocation::Version)));
    assert!(matches!(
        try_parse(["-V", "--nonsense"]),
        Ok(Invocation::Version)
    ));
    assert!(matches!(
        try_parse(["__sweep", "--any"]),
        Ok(Invocation::Sweep)
    ));
    assert!(try_parse(["--headless", "__sweep"]).is_err());
    assert_snapshot!(error(["--headless", "--helpp"]), @r#"there is no option "--helpp"; did you mean --help? (devtap --help lists all)"#);
}

#[test]
fn no_program_name_is_no_panic() {
    assert!(crate::options::parse(std::iter::empty(), &|_| None).is_ok());
}

#[cfg(unix)]
#[test]
fn words_that_are_not_unicode() {
    use std::os::unix::ffi::OsStringExt;
    let word = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
    assert_eq!(
        match options([word(b"--userDataDir=/p/\xff")]).browser.source {
            BrowserSource::Launch(launch) => launch.profile,
            other => panic!("{other:?}"),
        },
        chrome::Profile::At(word(b"/p/\xff").into())
    );
    assert!(matches!(
        try_parse([word(b"--logFile"), word(b"/l\xfe")]),
        Ok(Invocation::Serve(_))
    ));
    assert_snapshot!(error([word(b"--channel=\xff")]), @r#"--channel: "�" is not valid Unicode"#);
    assert_snapshot!(error([word(b"--chromeArg=\xff")]), @r#"--chromeArg: "�" is not valid Unicode"#);
    assert_snapshot!(error([word(b"--headless=\xff")]), @r#"--headless: expected true or false, got "�""#);
    assert_snapshot!(error([word(b"--head\xffless=1")]), @r#"there is no option "--head�less"; did you mean --headless? (devtap --help lists all)"#);
    assert_snapshot!(error([word(b"\xff")]), @r#"unexpected argument "�": devtap takes options only; devtap --help lists them"#);
    assert_snapshot!(error([word(b"-\xff")]), @r#"there is no option "-�" (devtap --help lists all)"#);
}
