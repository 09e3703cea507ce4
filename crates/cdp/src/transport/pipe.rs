//! Messages that end with a NUL byte, over the two pipes of `--remote-debugging-pipe`.

use super::EndOnDrop;
use crate::ConnectError;
use crate::router::Router;
use bytes::BytesMut;
use memchr::memchr;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileTypeExt;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{UnixStream, unix};
use tokio::sync::mpsc::UnboundedReceiver;

/// Room for each read, in bytes.
const ROOM: usize = 64 << 10;
/// A buffer that held a larger message than this is given back afterwards.
const KEPT: usize = 1 << 20;

type Reader = Box<dyn AsyncRead + Send + Unpin>;
type Writer = Box<dyn AsyncWrite + Send + Unpin>;

/// Starts reading and writing.
pub(crate) fn start(
    read: OwnedFd,
    write: OwnedFd,
    router: &Arc<Router>,
    messages: UnboundedReceiver<String>,
) -> Result<(), ConnectError> {
    let reader = reader(read).map_err(|error| ConnectError::Pipe(error.to_string()))?;
    let writer = writer(write).map_err(|error| ConnectError::Pipe(error.to_string()))?;
    let end = EndOnDrop {
        router: router.clone(),
        reason: "the reader stopped",
    };
    tokio::spawn(async move {
        let reason = tokio::select! {
            reason = read_all(reader, &end.router) => reason,
            _ = end.router.closed() => return,
        };
        end.router.end(&reason);
    });
    let end = EndOnDrop {
        router: router.clone(),
        reason: "the writer stopped",
    };
    tokio::spawn(async move {
        let reason = tokio::select! {
            reason = write_all(writer, messages) => reason,
            _ = end.router.closed() => return,
        };
        end.router.end(&reason);
    });
    Ok(())
}

fn is_pipe(fd: OwnedFd) -> io::Result<(bool, OwnedFd)> {
    let file = File::from(fd);
    let is_pipe = file.metadata()?.file_type().is_fifo();
    Ok((is_pipe, file.into()))
}

fn socket(fd: OwnedFd) -> io::Result<UnixStream> {
    let socket = std::os::unix::net::UnixStream::from(fd);
    // Fails for what is neither.
    socket.local_addr()?;
    socket.set_nonblocking(true)?;
    UnixStream::from_std(socket)
}

fn reader(fd: OwnedFd) -> io::Result<Reader> {
    Ok(match is_pipe(fd)? {
        (true, fd) => Box::new(unix::pipe::Receiver::from_owned_fd(fd)?),
        (false, fd) => Box::new(socket(fd)?),
    })
}

fn writer(fd: OwnedFd) -> io::Result<Writer> {
    Ok(match is_pipe(fd)? {
        (true, fd) => Box::new(unix::pipe::Sender::from_owned_fd(fd)?),
        (false, fd) => Box::new(socket(fd)?),
    })
}

/// Reads until the pipe ends; says why it did.
async fn read_all(mut reader: Reader, router: &Router) -> String {
    let mut buffer = BytesMut::with_capacity(ROOM);
    // Bytes at the buffer's start that are known to hold no NUL.
    let mut searched = 0;
    let mut had_large = false;
    loop {
        buffer.reserve(ROOM);
        match reader.read_buf(&mut buffer).await {
            Ok(0) => return "the browser closed the pipe".to_owned(),
            Ok(_) => {}
            Err(error) => return format!("reading the pipe: {error}"),
        }
        while let Some(length) = memchr(0, &buffer[searched..]) {
            let message = buffer.split_to(searched + length + 1).freeze();
            had_large |= message.len() > KEPT;
            router.receive(&message.slice(..message.len() - 1));
            searched = 0;
        }
        searched = buffer.len();
        if had_large && buffer.len() <= ROOM {
            buffer = BytesMut::from(&buffer[..]);
            had_large = false;
        }
    }
}

/// Writes until the pipe breaks; says why it did.
async fn write_all(mut writer: Writer, mut messages: UnboundedReceiver<String>) -> String {
    while let Some(message) = messages.recv().await {
        let mut message = message.into_bytes();
        message.push(0);
        if let Err(error) = writer.write_all(&message).await {
            return format!("writing the pipe: {error}");
        }
    }
    "the writer stopped".to_owned()
}
