//! Standard input and output as a transport.
//!
//! Clients start a server with pipes, those on Node.js with socket pairs. Both can be read and written without a thread;
//! a terminal or a file can't, and goes through tokio's blocking handles.

use std::io;
use tokio::io::{AsyncRead, AsyncWrite};

/// Reads from standard input.
pub(crate) type Input = Box<dyn AsyncRead + Send + Unpin>;
/// Writes to standard output.
pub(crate) type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// Standard input and output.
pub(crate) fn open() -> io::Result<(Input, Output)> {
    #[cfg(target_os = "linux")]
    {
        let input = linux::input()?.unwrap_or_else(|| Box::new(tokio::io::stdin()));
        let output = linux::output()?.unwrap_or_else(|| Box::new(tokio::io::stdout()));
        Ok((input, output))
    }
    #[cfg(not(target_os = "linux"))]
    Ok((Box::new(tokio::io::stdin()), Box::new(tokio::io::stdout())))
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{Input, Output};
    use rustix::fs::{FileType, Mode, OFlags, fstat, open};
    use std::io::{self, stderr, stdin, stdout};
    use std::os::fd::{AsFd, AsRawFd, OwnedFd};
    use tokio::net::{UnixStream, unix::pipe};

    /// Standard input if it is a pipe or a socket of its own.
    pub fn input() -> io::Result<Option<Input>> {
        let stdin = stdin();
        match kind(&stdin)? {
            FileType::Fifo => {
                let pipe = reopened(&stdin, OFlags::RDONLY)?;
                Ok(Some(Box::new(pipe::Receiver::from_owned_fd(pipe)?)))
            }
            FileType::Socket if !same(&stdin, &stderr())? => {
                Ok(socket(&stdin)?.map(|socket| Box::new(socket) as Input))
            }
            _ => Ok(None),
        }
    }

    /// Standard output if it is a pipe or a socket of its own.
    pub fn output() -> io::Result<Option<Output>> {
        let stdout = stdout();
        match kind(&stdout)? {
            FileType::Fifo => {
                let pipe = reopened(&stdout, OFlags::WRONLY)?;
                Ok(Some(Box::new(pipe::Sender::from_owned_fd(pipe)?)))
            }
            FileType::Socket if !same(&stdout, &stderr())? => {
                Ok(socket(&stdout)?.map(|socket| Box::new(socket) as Output))
            }
            _ => Ok(None),
        }
    }

    fn kind(fd: &impl AsFd) -> io::Result<FileType> {
        Ok(FileType::from_raw_mode(fstat(fd)?.st_mode))
    }

    fn same(one: &impl AsFd, other: &impl AsFd) -> io::Result<bool> {
        let (one, other) = (fstat(one)?, fstat(other)?);
        Ok((one.st_dev, one.st_ino) == (other.st_dev, other.st_ino))
    }

    /// Opens a pipe anew, so that making it non-blocking concerns nobody who shares the old one.
    fn reopened(fd: &(impl AsFd + AsRawFd), access: OFlags) -> io::Result<OwnedFd> {
        let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
        let flags = access | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(open(path, flags, Mode::empty())?)
    }

    /// A Unix socket, made non-blocking. A socket can't be opened anew; standard error, the only stream that others
    /// write to, is another one, as the caller has made sure.
    fn socket(fd: &impl AsFd) -> io::Result<Option<UnixStream>> {
        let socket = std::os::unix::net::UnixStream::from(fd.as_fd().try_clone_to_owned()?);
        if socket.local_addr().is_err() {
            return Ok(None);
        }
        socket.set_nonblocking(true)?;
        Ok(Some(UnixStream::from_std(socket)?))
    }
}
