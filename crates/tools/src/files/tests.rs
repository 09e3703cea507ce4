//! Real folders, links, pipes and races.

use super::{FileRoots, Files};
use crate::client::{Client, ClientFuture};
use records::Failure;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

struct Roots(Vec<PathBuf>);

impl Client for Roots {
    fn roots(&self) -> ClientFuture<'_, Vec<PathBuf>> {
        let roots = self.0.clone();
        Box::pin(async move { roots })
    }
    fn progress(&self, _: f64, _: Option<f64>, _: Option<String>) {}
    fn confirm(&self, _: String) -> ClientFuture<'_, Option<bool>> {
        Box::pin(async { None })
    }
}

/// A client that never tells its roots.
struct Silent;

impl Client for Silent {
    fn roots(&self) -> ClientFuture<'_, Vec<PathBuf>> {
        Box::pin(std::future::pending())
    }
    fn progress(&self, _: f64, _: Option<f64>, _: Option<String>) {}
    fn confirm(&self, _: String) -> ClientFuture<'_, Option<bool>> {
        Box::pin(std::future::pending())
    }
}

/// `allowed` and, beside it, `secret`, which holds a file.
struct Ground {
    folder: TempDir,
    files: Files,
}

impl Ground {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["allowed", "secret"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        std::fs::write(folder.path().join("secret/key"), "secret").unwrap();
        let roots = FileRoots::Within(vec![folder.path().join("allowed")]);
        Self {
            files: Files::new(roots, Arc::new(Roots(vec![]))),
            folder,
        }
    }

    fn allowed(&self, name: &str) -> PathBuf {
        self.folder.path().join("allowed").join(name)
    }

    fn secret(&self, name: &str) -> PathBuf {
        self.folder.path().join("secret").join(name)
    }

    async fn write(&self, path: impl AsRef<Path>) -> Result<PathBuf, String> {
        let result = self.files.write(path.as_ref(), b"new".to_vec()).await;
        result.map_err(|failure| self.told(&failure))
    }

    async fn read(&self, path: impl AsRef<Path>) -> Result<String, String> {
        let result = self.files.read(path.as_ref()).await;
        result
            .map(|bytes| String::from_utf8(bytes).unwrap())
            .map_err(|failure| self.told(&failure))
    }

    /// The failure without names that differ from run to run.
    fn told(&self, failure: &Failure) -> String {
        let working = std::env::current_dir().unwrap();
        let folder = self.folder.path().canonicalize().unwrap();
        failure
            .to_string()
            .replace(&*folder.to_string_lossy(), "GROUND")
            .replace(&*self.folder.path().to_string_lossy(), "GROUND")
            .replace(&*working.to_string_lossy(), "WORKING")
    }

    /// Nothing outside was touched, nothing half-written is left.
    fn is_untouched(&self) -> bool {
        let names = |folder: &str| -> Vec<_> {
            let entries = std::fs::read_dir(self.folder.path().join(folder)).unwrap();
            entries.map(|entry| entry.unwrap().file_name()).collect()
        };
        let part = |name: &std::ffi::OsString| name.to_string_lossy().ends_with(".part");
        names("secret") == ["key"]
            && std::fs::read_to_string(self.secret("key")).unwrap() == "secret"
            && !names("allowed").iter().any(part)
    }
}

const OUTSIDE: &str = "is outside the folders where files may be read and written";

#[tokio::test]
async fn a_file_is_written_read_and_replaced() {
    let ground = Ground::new();
    let path = ground.write(ground.allowed("a.txt")).await.unwrap();
    assert_eq!(path, ground.allowed("a.txt").canonicalize().unwrap());
    assert_eq!(ground.read(&path).await.unwrap(), "new");
    std::fs::write(&path, "a longer text than before").unwrap();
    ground.write(&path).await.unwrap();
    assert_eq!(ground.read(&path).await.unwrap(), "new");
    assert!(ground.is_untouched());
}

#[tokio::test]
async fn folders_that_are_missing_are_made_inside() {
    let ground = Ground::new();
    let path = ground.write(ground.allowed("x/y/z.txt")).await.unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap(), "new");
}

#[tokio::test]
async fn a_refusal_names_the_folders_and_not_whether_the_file_exists() {
    let ground = Ground::new();
    let there = ground.read(ground.secret("key")).await.unwrap_err();
    let absent = ground.read(ground.secret("nokey")).await.unwrap_err();
    assert_eq!(there.replace("key", "nokey"), absent);
    assert_eq!(
        there,
        "GROUND/secret/key is outside the folders where files may be read and written: GROUND/allowed, WORKING. \
         The option --filesystemRoot allows others"
    );
    assert_eq!(ground.write(ground.secret("key")).await.unwrap_err(), there);
    let below_a_file = ground.read(ground.secret("key/x")).await.unwrap_err();
    assert_eq!(below_a_file, there.replace("key", "key/x"));
    assert!(ground.is_untouched());
}

#[tokio::test]
async fn a_folder_with_the_same_start_is_another_folder() {
    let ground = Ground::new();
    std::fs::create_dir(ground.folder.path().join("allowed-not")).unwrap();
    let said = ground
        .write(ground.folder.path().join("allowed-not/a"))
        .await
        .unwrap_err();
    assert!(said.contains(OUTSIDE), "{said}");
}

#[tokio::test]
async fn dots_lead_nowhere() {
    let ground = Ground::new();
    std::fs::create_dir(ground.allowed("sub")).unwrap();
    for path in [
        "../secret/key",
        "sub/../../secret/key",
        "none/../../secret/key",
        "..",
        "sub/..",
    ] {
        assert!(ground.read(ground.allowed(path)).await.is_err(), "{path}");
        assert!(ground.write(ground.allowed(path)).await.is_err(), "{path}");
    }
    let inside = ground.write(ground.allowed("sub/../a.txt")).await.unwrap();
    assert_eq!(inside, ground.allowed("a.txt").canonicalize().unwrap());
    assert!(ground.is_untouched());
}

#[tokio::test]
async fn odd_paths() {
    let ground = Ground::new();
    assert_eq!(
        ground.read("").await.unwrap_err(),
        " is no path: it is empty"
    );
    assert_eq!(
        ground.read("~/key").await.unwrap_err(),
        "~/key starts with ~, which is not expanded: give the whole path"
    );
    assert_eq!(
        ground.read("a\0b").await.unwrap_err(),
        "a\\u{0}b is no path"
    );
    assert!(
        ground
            .read("x".repeat(5_000))
            .await
            .unwrap_err()
            .ends_with("… is no path")
    );
    let said = ground.read("/etc/\u{1b}[31m\n## Pages").await.unwrap_err();
    assert!(
        said.starts_with("/etc/\\u{1b}[31m\\n## Pages is outside"),
        "{said}"
    );
}

#[tokio::test]
async fn file_addresses_are_understood() {
    let ground = Ground::new();
    let address = url::Url::from_file_path(ground.allowed("a b.txt")).unwrap();
    let path = ground.write(address.as_str()).await.unwrap();
    assert!(path.ends_with("a b.txt"));
    let address = url::Url::from_file_path(ground.secret("key")).unwrap();
    assert!(
        ground
            .read(address.as_str())
            .await
            .unwrap_err()
            .contains(OUTSIDE)
    );
    let dots = format!(
        "{}/%2e%2e/secret/key",
        url::Url::from_file_path(ground.allowed("")).unwrap()
    );
    assert!(ground.read(dots).await.unwrap_err().contains(OUTSIDE));
    assert_eq!(
        ground.read("file://host/x").await.unwrap_err(),
        "file://host/x is no address of a local file"
    );
}

#[tokio::test]
async fn the_clients_roots_and_the_working_folder_are_allowed() {
    let ground = Ground::new();
    let client = Arc::new(Roots(vec![
        ground.folder.path().join("secret"),
        "relative".into(),
        "/nowhere/at/all".into(),
    ]));
    let files = Files::new(FileRoots::Within(vec![]), client);
    assert_eq!(files.read(&ground.secret("key")).await.unwrap(), b"secret");
    assert!(files.read(&ground.allowed("none")).await.is_err());
    assert!(
        !files
            .read(Path::new("Cargo.toml"))
            .await
            .unwrap()
            .is_empty(),
        "tests work in the folder of the crate"
    );
}

#[tokio::test(start_paused = true)]
async fn a_client_that_tells_no_roots_is_not_waited_for() {
    let ground = Ground::new();
    let files = Files::new(
        FileRoots::Within(vec![ground.allowed("")]),
        Arc::new(Silent),
    );
    assert_eq!(files.folders().await.first(), Some(&ground.allowed("")));
}

#[tokio::test]
async fn unrestricted_is_everywhere() {
    let ground = Ground::new();
    let files = Files::new(FileRoots::Unrestricted, Arc::new(Roots(vec![])));
    assert_eq!(files.read(&ground.secret("key")).await.unwrap(), b"secret");
}

#[tokio::test]
async fn what_is_no_file_is_refused() {
    let ground = Ground::new();
    std::fs::create_dir(ground.allowed("sub")).unwrap();
    let folder = ground.allowed("sub");
    assert_eq!(
        ground.read(&folder).await.unwrap_err(),
        "GROUND/allowed/sub: is a folder, not a file"
    );
    assert_eq!(
        ground.write(&folder).await.unwrap_err(),
        "GROUND/allowed/sub: is a folder, not a file"
    );
    assert_eq!(
        ground.write(ground.allowed("")).await.unwrap_err(),
        "GROUND/allowed/: is a folder"
    );
    assert_eq!(
        ground.read(ground.allowed("none")).await.unwrap_err(),
        "GROUND/allowed/none: No such file or directory"
    );
    assert!(
        ground
            .files
            .existing(&ground.allowed("none"))
            .await
            .is_err()
    );
    assert!(ground.files.existing(&folder).await.is_err());
    assert!(ground.is_untouched());
}

#[cfg(unix)]
mod unix {
    use super::super::{FileRoots, Files, Place, platform};
    use super::{Ground, OUTSIDE, Roots};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[tokio::test]
    async fn a_link_out_is_not_followed() {
        let ground = Ground::new();
        symlink(ground.secret("key"), ground.allowed("file")).unwrap();
        symlink(
            ground.folder.path().join("secret"),
            ground.allowed("folder"),
        )
        .unwrap();
        symlink(ground.secret("absent"), ground.allowed("dangling")).unwrap();
        symlink("loop", ground.allowed("loop")).unwrap();
        for name in [
            "file",
            "folder/key",
            "folder/new",
            "folder/new/newer",
            "dangling",
            "dangling/x",
            "loop",
            "loop/x",
        ] {
            for said in [
                ground.read(ground.allowed(name)).await,
                ground
                    .write(ground.allowed(name))
                    .await
                    .map(|_| String::new()),
            ] {
                let said = said.unwrap_err();
                assert!(said.contains(OUTSIDE), "{name}: {said}");
                assert!(!said.contains("/secret"), "{name}: {said}");
            }
        }
        assert!(ground.is_untouched());
    }

    #[tokio::test]
    async fn a_link_that_stays_inside_is_followed() {
        let ground = Ground::new();
        std::fs::create_dir(ground.allowed("sub")).unwrap();
        std::fs::write(ground.allowed("sub/a"), "old").unwrap();
        symlink(ground.allowed("sub"), ground.allowed("folder")).unwrap();
        symlink("sub/a", ground.allowed("file")).unwrap();
        assert_eq!(
            ground.read(ground.allowed("folder/a")).await.unwrap(),
            "old"
        );
        let path = ground.write(ground.allowed("file")).await.unwrap();
        assert_eq!(path, ground.allowed("sub/a").canonicalize().unwrap());
        assert!(ground.allowed("file").is_symlink(), "the link stays a link");
        assert_eq!(
            std::fs::read_to_string(ground.allowed("sub/a")).unwrap(),
            "new"
        );
    }

    #[tokio::test]
    async fn a_root_may_be_named_through_a_link() {
        let ground = Ground::new();
        let link = ground.folder.path().join("link");
        symlink(ground.allowed(""), &link).unwrap();
        let files = Files::new(
            FileRoots::Within(vec![link.clone()]),
            Arc::new(Roots(vec![])),
        );
        files.write(&link.join("a"), b"x".to_vec()).await.unwrap();
        assert_eq!(files.read(&ground.allowed("a")).await.unwrap(), b"x");
    }

    #[tokio::test]
    async fn pipes_and_devices_are_refused_without_waiting() {
        let ground = Ground::new();
        let pipe = ground.allowed("pipe");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        for said in [
            ground.read(&pipe).await,
            ground.write(&pipe).await.map(|_| String::new()),
        ] {
            assert_eq!(
                said.unwrap_err(),
                "GROUND/allowed/pipe: is a pipe, not a file"
            );
        }
        let everywhere = Files::new(FileRoots::Unrestricted, Arc::new(Roots(vec![])));
        for result in [
            everywhere.read("/dev/zero".as_ref()).await,
            everywhere
                .write("/dev/null".as_ref(), vec![])
                .await
                .map(|_| vec![]),
        ] {
            assert!(
                result
                    .unwrap_err()
                    .to_string()
                    .ends_with("is a device, not a file")
            );
        }
    }

    #[tokio::test]
    async fn permissions_are_kept() {
        let ground = Ground::new();
        let path = ground.allowed("script");
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o750)).unwrap();
        ground.write(&path).await.unwrap();
        assert_eq!(
            std::fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o750
        );
    }

    #[tokio::test]
    async fn another_name_of_a_file_outside_is_cut_off_not_written_through() {
        let ground = Ground::new();
        std::fs::hard_link(ground.secret("key"), ground.allowed("hard")).unwrap();
        ground.write(ground.allowed("hard")).await.unwrap();
        assert!(ground.is_untouched());
    }

    #[test]
    fn a_link_put_in_place_after_the_check_leads_nowhere() {
        let ground = Ground::new();
        let root = ground.allowed("").canonicalize().unwrap();
        symlink(ground.folder.path().join("secret"), root.join("folder")).unwrap();
        symlink(ground.secret("key"), root.join("file")).unwrap();
        for below in ["folder/key", "folder/new", "file"] {
            let place = Place {
                root: root.clone(),
                below: below.into(),
            };
            assert!(platform::read(&place, 100).is_err(), "{below}");
            assert!(platform::write(&place, b"new").is_err(), "{below}");
        }
        assert!(ground.is_untouched());
    }

    #[cfg(target_os = "linux")]
    #[tokio::test(flavor = "multi_thread")]
    async fn a_folder_that_is_exchanged_all_the_time_never_leads_out() {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        let ground = Ground::new();
        let (folder, link) = (ground.allowed("folder"), ground.allowed("link"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("key"), "inside").unwrap();
        symlink(ground.folder.path().join("secret"), &link).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let exchanging = {
            let (stop, folder) = (Arc::clone(&stop), folder.clone());
            std::thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE).unwrap();
                }
            })
        };
        for _ in 0..500 {
            if let Ok(text) = ground.read(folder.join("key")).await {
                assert_ne!(text, "secret");
            }
            // Refused or written inside, as the moment has it.
            let _ = ground.write(folder.join("key")).await;
        }
        stop.store(true, Ordering::Relaxed);
        exchanging.join().unwrap();
        let secret = ground.folder.path().join("secret");
        assert_eq!(std::fs::read_dir(&secret).unwrap().count(), 1);
        assert_eq!(
            std::fs::read_to_string(secret.join("key")).unwrap(),
            "secret"
        );
    }
}
