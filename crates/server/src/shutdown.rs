//! Being told to end.

/// Waits until the process is told to end: SIGTERM, SIGINT or SIGHUP, or Ctrl+C where there are no signals. Once it has
/// been called, these no longer end the process by themselves.
#[cfg(unix)]
pub async fn until_shutdown() {
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
