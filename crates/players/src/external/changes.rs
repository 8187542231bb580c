//! Waiting for a person to write a file.

use std::{path::Path, time::Duration};

#[cfg(target_os = "linux")]
use std::{ffi::OsString, mem::MaybeUninit, os::fd::OwnedFd, os::unix::ffi::OsStrExt as _, time::Instant};

#[cfg(target_os = "linux")]
use rustix::{
    event::{PollFd, PollFlags, poll},
    fs::inotify::{self, CreateFlags, Reader, WatchFlags},
};

/// Wakes the one who waits for a file as soon as the system tells of a change.
///
/// Not every system and not every folder tells of changes, a folder of another machine for example. There, a wait
/// just lasts as long as it may, so the one who waits looks at the file again and again anyway.
#[derive(Debug, Default)]
pub(super) struct Changes {
    #[cfg(target_os = "linux")]
    folder: Option<(OwnedFd, OsString)>,
}

impl Changes {
    /// The changes of a file from now on, which need not exist yet.
    pub(super) fn of(path: &Path) -> Self {
        #[cfg(target_os = "linux")]
        return Self { folder: watch_folder(path) };
        #[cfg(not(target_os = "linux"))]
        {
            let _ = path;
            Self::default()
        }
    }

    /// Waits until the file has changed, but not for longer than this.
    pub(super) fn wait(&self, longest: Duration) {
        #[cfg(target_os = "linux")]
        if let Some((folder, name)) = &self.folder {
            return wait_for(folder, name, longest);
        }
        std::thread::sleep(longest);
    }
}

/// A file is replaced as a whole, which only its folder is told.
#[cfg(target_os = "linux")]
fn watch_folder(path: &Path) -> Option<(OwnedFd, OsString)> {
    let name = path.file_name()?.to_owned();
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let told = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()?;
    let written = WatchFlags::CREATE | WatchFlags::MODIFY | WatchFlags::CLOSE_WRITE | WatchFlags::MOVED_TO;
    inotify::add_watch(&told, folder, written).ok()?;
    Some((told, name))
}

#[cfg(target_os = "linux")]
fn wait_for(folder: &OwnedFd, name: &OsString, longest: Duration) {
    let began = Instant::now();
    loop {
        let Some(rest) = longest.checked_sub(began.elapsed()) else { return };
        let Ok(rest) = rest.try_into() else { return std::thread::sleep(rest) };
        let mut waiting = [PollFd::new(folder, PollFlags::IN)];
        // A signal such as Ctrl-C ends the wait, so that it is noticed at once.
        if poll(&mut waiting, Some(&rest)).is_err() {
            return;
        }
        let mut buffer = [MaybeUninit::uninit(); 4096];
        let mut told = Reader::new(folder, &mut buffer);
        let mut is_ours = false;
        while let Ok(change) = told.next() {
            is_ours |= change.file_name().is_some_and(|changed| changed.to_bytes() == name.as_bytes());
        }
        if is_ours {
            return;
        }
    }
}
