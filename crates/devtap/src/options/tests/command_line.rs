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
    assert_snapshot!(error(["--headles"]), @"");
    assert_snapshot!(error(["--browser-ulr=http://x"]), @"");
    assert_snapshot!(error(["--no-categoryNetwrok"]), @"");
    assert_snapshot!(error(["--no-category-netwrok"]), @"");
    assert_snapshot!(error(["--colour"]), @"");
    assert_snapshot!(error(["-headless"]), @"");
    assert_snapshot!(error(["-url"]), @"");
    assert_snapshot!(error(["-x"]), @"");
    assert_snapshot!(error(["--no-"]), @"");
    assert_snapshot!(error(["---"]), @"");
    assert_snapshot!(error(["--=x"]), @"");
    assert_snapshot!(error(["--\u{1b}[31m\nx"]), @"");
}

#[test]
fn a_word_of_no_option_is_refused() {
    assert_snapshot!(error(["start"]), @"");
    assert_snapshot!(error(["--headless", "yes"]), @"");
    assert_snapshot!(error(["--"]), @"");
    assert_snapshot!(error(["-"]), @"");
    assert_snapshot!(error([""]), @"");
}

#[test]
fn a_missing_value_is_told() {
    assert_snapshot!(error(["--executablePath"]), @"");
    assert_snapshot!(error(["--chromeArg", "--lang=de"]), @"");
    assert_snapshot!(error(["--channel", "--headless"]), @"");
    assert_snapshot!(error(["-e"]), @"");
}

#[test]
fn values_are_checked() {
    assert_snapshot!(error(["--channel=Beta"]), @"");
    assert_snapshot!(error(["--headless=yes"]), @"");
    assert_snapshot!(error(["--browserUrl", "localhost:9222"]), @"");
    assert_snapshot!(error(["--browserUrl=foo"]), @"");
    assert_snapshot!(error(["--wsEndpoint=http://127.0.0.1:9222"]), @"");
    assert_snapshot!(error(["--wsEndpoint=ws://x/", "--wsHeaders=[1]"]), @"");
    assert_snapshot!(error(["--wsEndpoint=ws://x/", r#"--wsHeaders={"Authorization":5}"#]), @"");
    assert_snapshot!(error(["--viewport=0x0"]), @"");
    assert_snapshot!(error(["--viewport=1280"]), @"");
    assert_snapshot!(error(["--screenshotQuality=101"]), @"");
    assert_snapshot!(error(["--screenshotQuality", "-5"]), @"");
    assert_snapshot!(error(["--screenshotMaxWidth=0"]), @"");
    assert_snapshot!(error(["--screenshotMaxWidth=1.5"]), @"");
    assert_snapshot!(error(["--screencastFps=fast"]), @"");
    assert_snapshot!(error(["--allowedUrlPattern="]), @"");
    assert_snapshot!(error(["--experimentalDataFormat=toom"]), @"");
}

#[test]
fn only_flags_can_be_negated() {
    assert_snapshot!(error(["--no-channel"]), @"");
    assert_snapshot!(error(["--no-headless=true"]), @"");
}

#[test]
fn one_value_is_one_value() {
    assert_snapshot!(error(["--channel=dev", "--channel=beta"]), @"");
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
        "--chromeArg",
        "-1",
    ]);
    assert_eq!(launch.args, ["--lang=de", "a", "b", "-1"]);
}

#[test]
fn an_attached_value_ends_a_list() {
    assert_snapshot!(error(["--chromeArg=a", "b"]), @"");
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
    match try_parse(["__sweep", "1", "--any"]) {
        Ok(Invocation::Sweep(rest)) => assert_eq!(rest, ["1", "--any"]),
        other => panic!("{other:?}"),
    }
    assert!(try_parse(["--headless", "__sweep"]).is_err());
    assert_snapshot!(error(["--headless", "--helpp"]), @"");
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
    assert_snapshot!(error([word(b"--channel=\xff")]), @"");
    assert_snapshot!(error([word(b"--chromeArg=\xff")]), @"");
    assert_snapshot!(error([word(b"--headless=\xff")]), @"");
    assert_snapshot!(error([word(b"--head\xffless=1")]), @"");
    assert_snapshot!(error([word(b"\xff")]), @"");
    assert_snapshot!(error([word(b"-\xff")]), @"");
}
