//! What only the moment between fork and exec can do: the new process's session, and the pipe at its descriptors.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

/// Where Chrome expects to read our messages with `--remote-debugging-pipe`.
const CHROME_READS: i32 = 3;
/// Where Chrome writes its messages.
const CHROME_WRITES: i32 = 4;

/// The child's ends of the debugging pipe.
#[derive(Debug)]
pub struct ChildPipe {
    reads: OwnedFd,
    writes: OwnedFd,
}

impl ChildPipe {
    /// Takes the two ends, moving them above the two numbers that they will get in the child, so that setting one
    /// there can't overwrite the other.
    pub fn new(reads: OwnedFd, writes: OwnedFd) -> io::Result<Self> {
        let above = CHROME_WRITES + 1;
        let move_up = |fd: OwnedFd| rustix::io::fcntl_dupfd_cloexec(fd, above);
        Ok(Self {
            reads: move_up(reads)?,
            writes: move_up(writes)?,
        })
    }
}

/// Lets the command start in a session of its own, where no signal of our terminal reaches it, and with `pipe` (which
/// has to stay open until it is spawned) as its descriptors 3 and 4. Nothing else is inherited, also not what we
/// inherited ourselves: a descriptor of our client's that lived on in Chrome could keep that client waiting.
#[allow(unsafe_code)] // pre_exec is the only way to place descriptors.
pub fn in_own_session(command: &mut Command, pipe: Option<&ChildPipe>) {
    let ends = pipe.map(|pipe| (pipe.reads.as_raw_fd(), pipe.writes.as_raw_fd()));
    let before_exec = move || {
        rustix::process::setsid()?;
        if let Some((reads, writes)) = ends {
            place(reads, CHROME_READS)?;
            place(writes, CHROME_WRITES)?;
            close_on_exec_from(CHROME_WRITES + 1);
        } else {
            close_on_exec_from(CHROME_READS);
        }
        Ok(())
    };
    // SAFETY: the closure makes only async-signal-safe system calls, allocates nothing and takes no lock; it refers to
    // descriptors by number, and these are open because `pipe` outlives the spawn.
    unsafe {
        command.pre_exec(before_exec);
    }
}

/// Makes `to` the same as `from`, without close-on-exec.
#[allow(unsafe_code)] // dup2 onto a number that no value of ours owns.
fn place(from: i32, to: i32) -> io::Result<()> {
    // SAFETY: plain system call in the forked child; what `to` was there belongs to nobody after exec.
    match unsafe { libc::dup2(from, to) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Marks all descriptors from `first` on to be closed by exec. Best effort: Linux before 5.11 can't.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // No safe wrapper exists; musl has not even the function.
fn close_on_exec_from(first: i32) {
    // SAFETY: plain system call that closes nothing, in the forked child.
    unsafe {
        libc::syscall(
            libc::SYS_close_range,
            first,
            libc::c_uint::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        );
    }
}

/// Marks descriptors from `first` on to be closed by exec; the first few hundred, beyond which hardly any are.
#[cfg(not(target_os = "linux"))]
#[allow(unsafe_code)] // Most of these numbers are no open descriptors, which safe types can't express.
fn close_on_exec_from(first: i32) {
    for number in first..256 {
        // SAFETY: plain system call that closes nothing, in the forked child; it fails for numbers not in use.
        unsafe {
            libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
}

/// Spawns `command`, whose [`in_own_session`] places descriptors 3 and 4.
///
/// The standard library reports a failed exec through a pipe of its own. Should that get number 3 or 4, placing ours
/// would overwrite it and the failure would be lost; so these numbers are kept occupied meanwhile.
pub fn spawn_with_pipe(command: &mut Command, pipe: &ChildPipe) -> io::Result<Child> {
    let mut occupied = Vec::new();
    loop {
        let file = File::open("/dev/null")?;
        let number = file.as_raw_fd();
        occupied.push(file);
        if number > CHROME_WRITES {
            break;
        }
    }
    in_own_session(command, Some(pipe));
    command.spawn()
}

/// A pipe: the end to read from, and the end to write to; both close-on-exec.
pub fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = std::io::pipe()?;
    Ok((reader.into(), writer.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::process::Stdio;

    fn both_ends() -> (OwnedFd, OwnedFd, ChildPipe) {
        let (child_reads, we_write) = pipe().expect("a pipe");
        let (we_read, child_writes) = pipe().expect("a pipe");
        let ends = ChildPipe::new(child_reads, child_writes).expect("free descriptors");
        (we_read, we_write, ends)
    }

    #[test]
    fn the_child_reads_and_writes_the_pipe() {
        let (we_read, we_write, ends) = both_ends();
        let mut command = Command::new("sh");
        command.args(["-c", "cat <&3 >&4"]).stdin(Stdio::null());
        let mut child = spawn_with_pipe(&mut command, &ends).expect("sh");
        drop(ends);
        let mut writer = File::from(we_write);
        writer.write_all(b"hello").expect("the child reads");
        drop(writer);
        let mut answer = String::new();
        File::from(we_read)
            .read_to_string(&mut answer)
            .expect("the child writes");
        child.wait().expect("reaped");
        assert_eq!(answer, "hello");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_child_gets_nothing_else() {
        let (_we_read, _we_write, ends) = both_ends();
        // What a careless client leaves open for us.
        let inherited = File::open("/dev/null").expect("a file");
        rustix::io::fcntl_setfd(&inherited, rustix::io::FdFlags::empty()).expect("our file");
        let mut command = Command::new("sleep");
        command.arg("60").stdin(Stdio::null());
        let mut child = spawn_with_pipe(&mut command, &ends).expect("sleep");
        let mut numbers: Vec<u32> = std::fs::read_dir(format!("/proc/{}/fd", child.id()))
            .expect("our child's")
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .collect();
        numbers.sort_unstable();
        child.kill().expect("our child");
        child.wait().expect("reaped");
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_failed_exec_is_reported() {
        let (reads, writes) = pipe().expect("a pipe");
        let ends = ChildPipe::new(reads, writes).expect("free descriptors");
        let error = spawn_with_pipe(&mut Command::new("/nonexistent"), &ends);
        assert_eq!(
            error.expect_err("no such program").kind(),
            io::ErrorKind::NotFound
        );
    }
}
