//! The accessibility snapshot and the uids it gives out.

mod attributes;
mod ax;
mod build;
mod interest;
mod uids;

/// The snapshots of a page and the uids given out.
#[derive(Default)]
pub struct Snapshots {}

impl Snapshots {
    /// `counter` numbers the snapshots of all pages of a browser.
    pub fn new(_counter: std::sync::Arc<std::sync::atomic::AtomicU32>) -> Self {
        Self {}
    }
}

#[cfg(test)]
mod oracle {
    #[test]
    fn dump() {
        let Ok(path) = std::env::var("ORACLE") else {
            return;
        };
        let verbose = std::env::var("VERBOSE").is_ok();
        #[derive(serde::Deserialize)]
        struct F {
            tree: T,
            ax: std::collections::HashMap<String, Vec<super::ax::AxNode>>,
        }
        #[derive(serde::Deserialize)]
        struct T {
            frame: Fr,
        }
        #[derive(serde::Deserialize)]
        struct Fr {
            id: String,
        }
        let mut f: F = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let key = super::uids::DocumentKey {
            frame: crate::FrameId("F".into()),
            loader: "L".into(),
        };
        let mut t = super::uids::UidTable::default();
        t.start(1);
        let started = std::time::Instant::now();
        let s = super::build::build(
            vec![super::build::Document {
                key,
                owner: None,
                tree: Ok(f.ax.remove(&f.tree.frame.id).unwrap()),
            }],
            verbose,
            &mut t,
        );
        let text = render::sections::LatestSnapshot(s).lines();
        eprintln!("{:?}", started.elapsed());
        std::fs::write("/tmp/snap/ours.txt", text).unwrap();
    }
}
