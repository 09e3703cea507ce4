//! Being told to end, or left alone.

/// Waits until the process is told to end: SIGTERM, SIGINT or SIGHUP, or Ctrl+C where there are no signals. Once it has
/// been called, these no longer end the process by themselves.
///
/// Ends as well when the process that started this one has gone: a client may have started us through a wrapper that
/// shares its stdin with us, so that the end of the wrapper closes nothing.
#[cfg(unix)]
pub async fn until_shutdown() {
    tokio::select! {
        () = until_signal() => {}
        () = until_orphaned() => tracing::info!("the process that started this one has gone"),
    }
}

/// How often the system is asked who our parent is.
#[cfg(unix)]
const PARENT_CHECK: std::time::Duration = std::time::Duration::from_secs(1);

/// Waits until our parent at this moment has gone. Never ends for a process that init started, or that was handed to it
/// before.
#[cfg(unix)]
async fn until_orphaned() {
    use rustix::process::getppid;
    let Some(parent) = getppid().filter(|parent| !parent.is_init()) else {
        return std::future::pending().await;
    };
    while getppid() == Some(parent) {
        tokio::time::sleep(PARENT_CHECK).await;
    }
}

#[cfg(unix)]
async fn until_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [
        SignalKind::terminate(),
        SignalKind::interrupt(),
        SignalKind::hangup(),
    ];
    let mut signals = Vec::new();
    for kind in kinds {
        match signal(kind) {
            Ok(signal) => signals.push(signal),
            Err(error) => tracing::warn!(?kind, %error, "signal can't be listened to"),
        }
    }
    std::future::poll_fn(|cx| {
        match signals
            .iter_mut()
            .any(|signal| signal.poll_recv(cx).is_ready())
        {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
}

/// Waits until the process is told to end: SIGTERM, SIGINT or SIGHUP, or Ctrl+C where there are no signals. Once it has
/// been called, these no longer end the process by themselves.
#[cfg(not(unix))]
pub async fn until_shutdown() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::warn!(%error, "Ctrl+C can't be listened to");
        std::future::pending::<()>().await;
    }
}
