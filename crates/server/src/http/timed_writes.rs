//! A connection that is given up when the other side takes nothing of what it is sent.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep_until},
};

use limits::connections::{MIN_WRITE_BYTES, WRITE_TIMEOUT};

/// A stream whose writes fail when the other side has taken less than [`MIN_WRITE_BYTES`] within [`WRITE_TIMEOUT`].
///
/// Not any byte counts as progress: anyone who reads one a second would keep an answer in memory for hours. The time
/// is only measured while the other side is behind, so an idle connection is not concerned.
#[derive(Debug)]
pub(super) struct TimedWrites<S> {
    stream: S,
    /// When the other side has to have taken enough; nothing while it is not behind.
    deadline: Option<Pin<Box<Sleep>>>,
    /// What it has taken since the deadline was set.
    n_taken: usize,
}

impl<S> TimedWrites<S> {
    pub(super) const fn new(stream: S) -> Self {
        Self { stream, deadline: None, n_taken: 0 }
    }

    /// Takes note of a write of so many bytes.
    fn noted(
        &mut self,
        cx: &mut Context<'_>,
        n_wanted: usize,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(n_bytes)) => {
                self.n_taken += n_bytes;
                if n_bytes == n_wanted || MIN_WRITE_BYTES <= self.n_taken {
                    (self.deadline, self.n_taken) = (None, 0);
                }
                Poll::Ready(Ok(n_bytes))
            }
            Poll::Ready(error) => Poll::Ready(error),
            Poll::Pending => {
                let new = || Box::pin(sleep_until(Instant::now() + WRITE_TIMEOUT));
                ready!(self.deadline.get_or_insert_with(new).as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedWrites<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedWrites<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.noted(cx, bytes.len(), written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let n_wanted = parts.iter().map(|part| part.len()).sum();
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.noted(cx, n_wanted, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn stalled_write_is_given_up() {
        let (stream, _reader) = duplex(1_024);
        let mut stream = TimedWrites::new(stream);
        let began = Instant::now();
        let error = stream.write_all(&[0; 4_096]).await.unwrap_err();
        assert_eq!((error.kind(), began.elapsed()), (io::ErrorKind::TimedOut, WRITE_TIMEOUT));
    }

    #[tokio::test(start_paused = true)]
    async fn write_that_trickles_is_given_up() {
        let (stream, mut reader) = duplex(1_024);
        let drops = tokio::spawn(async move {
            // As slow as a slow client can be to keep a connection: a byte a second.
            let mut n_read = 0;
            while let Ok(1) = reader.read(&mut [0]).await {
                n_read += 1;
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            n_read
        });
        let error = TimedWrites::new(stream).write_all(&vec![0; 1 << 20]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(drops.await.unwrap() < 2_000, "what was under way arrives, and no more");
    }

    #[tokio::test(start_paused = true)]
    async fn slow_reader_gets_everything() {
        let (stream, mut reader) = duplex(16 * 1_024);
        let slow = tokio::spawn(async move {
            let (mut n_read, mut bytes) = (0, vec![0; 16 * 1_024]);
            while let Ok(n_bytes @ 1..) = reader.read(&mut bytes).await {
                n_read += n_bytes;
                tokio::time::sleep(WRITE_TIMEOUT / 2).await;
            }
            n_read
        });
        let mut stream = TimedWrites::new(stream);
        stream.write_all(&vec![0; 1 << 20]).await.unwrap();
        // A pause between two answers is no delay of the reader.
        tokio::time::sleep(10 * WRITE_TIMEOUT).await;
        stream.write_all(&vec![0; 1 << 20]).await.unwrap();
        drop(stream);
        assert_eq!(slow.await.unwrap(), 2 << 20);
    }
}
