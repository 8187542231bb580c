//! How many sockets and files a process may have open.

use std::io;

/// Raises the limit on open sockets and files as far as the system allows, and gives it.
///
/// # Errors
/// If the system refuses.
#[cfg(unix)]
pub fn raise_descriptor_limit() -> io::Result<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    }
    Ok(maximum.unwrap_or(u64::MAX))
}

/// Raises the limit on open sockets and files as far as the system allows, and gives it.
///
/// # Errors
/// Never, where there is no such limit.
#[cfg(not(unix))]
pub fn raise_descriptor_limit() -> io::Result<u64> {
    Ok(u64::MAX)
}
