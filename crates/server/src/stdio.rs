//! Standard input and output as a transport.
//!
//! Clients start a server with pipes, those on Node.js with socket pairs. On Linux both can be read and written without
//! a thread; a terminal or a file can't.

use std::io::{ErrorKind, Read};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, duplex};

/// Bytes read at a time where a thread reads.
const CHUNK: usize = 16 * 1024;

/// Reads from standard input.
pub(crate) type Input = Box<dyn AsyncRead + Send + Unpin>;
/// Writes to standard output.
pub(crate) type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// Standard input and output. Where they can't be had without a thread, they are read and written on one.
pub(crate) fn open() -> (Input, Output) {
    #[cfg(target_os = "linux")]
    let (input, output) = (linux::input(), linux::output());
    #[cfg(not(target_os = "linux"))]
    let (input, output): (Option<Input>, Option<Output>) = (None, None);
    (
        input.unwrap_or_else(read_on_a_thread),
        output.unwrap_or_else(|| Box::new(tokio::io::stdout())),
    )
}

/// Reads on a thread of our own: a read of tokio's can't be given up, and would keep the runtime from ending.
fn read_on_a_thread() -> Input {
    let (reader, mut writer) = duplex(CHUNK);
    let runtime = tokio::runtime::Handle::current();
    let read = move || {
        let mut stdin = std::io::stdin().lock();
        let mut chunk = vec![0; CHUNK];
        loop {
            match stdin.read(&mut chunk) {
                Ok(0) => return,
                Ok(bytes) => {
                    let written = runtime.block_on(writer.write_all(&chunk[..bytes]));
                    if written.is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    tracing::warn!(%error, "standard input can't be read");
                    return;
                }
            }
        }
    };
    match std::thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(read)
    {
        Ok(_) => Box::new(reader),
        Err(_) => Box::new(tokio::io::stdin()),
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{Input, Output};
    use rustix::fs::{FileType, Mode, OFlags, fstat, open};
    use std::io::{stderr, stdin, stdout};
    use std::os::fd::{AsFd, AsRawFd, OwnedFd};
    use tokio::net::{UnixStream, unix::pipe};

    /// Standard input if it is a pipe or a socket of its own.
    pub fn input() -> Option<Input> {
        let stdin = stdin();
        if let Some(pipe) = pipe(&stdin, OFlags::RDONLY) {
            return Some(Box::new(pipe::Receiver::from_owned_fd(pipe).ok()?));
        }
        Some(Box::new(socket(&stdin)?))
    }

    /// Standard output if it is a pipe or a socket of its own.
    pub fn output() -> Option<Output> {
        let stdout = stdout();
        if let Some(pipe) = pipe(&stdout, OFlags::WRONLY) {
            return Some(Box::new(pipe::Sender::from_owned_fd(pipe).ok()?));
        }
        Some(Box::new(socket(&stdout)?))
    }

    /// A pipe, opened anew, so that making it non-blocking concerns nobody who shares the old one.
    fn pipe(fd: &(impl AsFd + AsRawFd), access: OFlags) -> Option<OwnedFd> {
        if kind(fd)? != FileType::Fifo {
            return None;
        }
        let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
        let flags = access | OFlags::NONBLOCK | OFlags::CLOEXEC;
        open(path, flags, Mode::empty()).ok()
    }

    /// A Unix socket, made non-blocking. It can't be opened anew, so it must not be the one that standard error, which
    /// others write to as well, goes to.
    fn socket(fd: &impl AsFd) -> Option<UnixStream> {
        if kind(fd)? != FileType::Socket || same(fd, &stderr())? {
            return None;
        }
        let socket = std::os::unix::net::UnixStream::from(fd.as_fd().try_clone_to_owned().ok()?);
        // Fails for sockets of another family.
        socket.local_addr().ok()?;
        socket.set_nonblocking(true).ok()?;
        UnixStream::from_std(socket).ok()
    }

    fn kind(fd: &impl AsFd) -> Option<FileType> {
        Some(FileType::from_raw_mode(fstat(fd).ok()?.st_mode))
    }

    fn same(one: &impl AsFd, other: &impl AsFd) -> Option<bool> {
        let (one, other) = (fstat(one).ok()?, fstat(other).ok()?);
        Some((one.st_dev, one.st_ino) == (other.st_dev, other.st_ino))
    }
}
