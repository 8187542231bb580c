//! A line between clients and a server that is as bad as one likes.

use std::{io, net::SocketAddr, time::Duration};

use framework::Rng;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{mpsc, watch},
    task::{AbortHandle, JoinSet},
    time::{Instant, sleep, sleep_until},
};

/// How much may be under way in one direction, in pieces.
const UNDER_WAY: usize = 1_024;

/// How much is read at a time.
const PIECE: usize = 16 * 1_024;

/// How bad a line is, in each direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// How long everything is under way.
    pub delay: Duration,
    /// How much longer it may take, drawn anew for each piece; the order stays.
    pub jitter: Duration,
    /// How many bytes are sent at once, at most: 1 lets every byte arrive alone.
    pub segment: Option<usize>,
    /// How many bytes pass in a second.
    pub bandwidth: Option<u64>,
    /// Whether nothing passes at present, although the connection stands.
    pub is_stalled: bool,
}

impl Line {
    /// A line with a delay in each direction.
    #[must_use]
    pub fn delayed(delay: Duration) -> Self {
        Self { delay, ..Self::default() }
    }
}

/// What can be done to all connections at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Both sides get a reset.
    Reset,
    /// The server is told that nothing more comes, while it may go on to speak.
    HalfClose,
}

/// A proxy between clients and a server. It ends when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    line: watch::Sender<Line>,
    cuts: watch::Sender<Option<(u64, Cut)>>,
    task: AbortHandle,
}

impl Proxy {
    /// Listens, and hands everything on to a server.
    ///
    /// # Errors
    /// If the address cannot be used.
    pub async fn start(listen: SocketAddr, server: SocketAddr, line: Line, seed: u64) -> io::Result<Self> {
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        let (line, bad) = watch::channel(line);
        let (cuts, cut) = watch::channel(None);
        let task = tokio::spawn(accept(listener, server, bad, cut, seed)).abort_handle();
        Ok(Self { address, line, cuts, task })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the line for all connections from now on.
    pub fn set(&self, line: Line) {
        self.line.send_replace(line);
    }

    /// Cuts all connections that stand.
    pub fn cut(&self, cut: Cut) {
        self.cuts.send_modify(|last| *last = Some((last.map_or(0, |(number, _)| number + 1), cut)));
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(
    listener: TcpListener,
    server: SocketAddr,
    line: watch::Receiver<Line>,
    cuts: watch::Receiver<Option<(u64, Cut)>>,
    seed: u64,
) {
    let mut connections = JoinSet::new();
    for number in 0.. {
        let accepted = loop {
            tokio::select! {
                accepted = listener.accept() => break accepted,
                Some(_) = connections.join_next() => {}
            }
        };
        // A client that has gone again is not worth a word.
        let Ok((client, _)) = accepted else { continue };
        let rng = Rng::stream(seed, "line", number);
        connections.spawn(connection(client, server, line.clone(), cuts.clone(), rng));
    }
}

/// Hands everything on between two sides until one has enough.
async fn connection(
    client: TcpStream,
    server: SocketAddr,
    line: watch::Receiver<Line>,
    mut cuts: watch::Receiver<Option<(u64, Cut)>>,
    mut rng: Rng,
) {
    // Without a server behind it, the line is dead, and the client finds out.
    let Ok(server) = TcpStream::connect(server).await else { return };
    if client.set_nodelay(true).is_err() || server.set_nodelay(true).is_err() {
        return;
    }
    cuts.mark_unchanged();
    let (mut from_client, to_client) = client.into_split();
    let (mut from_server, to_server) = server.into_split();
    let there = Direction::new(line.clone(), Rng::stream(rng.bits(), "there", 0));
    let back = Direction::new(line, Rng::stream(rng.bits(), "back", 0));
    {
        let mut there = Some(Box::pin(there.carry(&mut from_client, to_server)));
        let mut back = Some(Box::pin(back.carry(&mut from_server, to_client)));
        loop {
            tokio::select! {
                () = finish(&mut there), if there.is_some() => {}
                () = finish(&mut back), if back.is_some() => {}
                Ok(()) = cuts.changed() => match *cuts.borrow_and_update() {
                    // With the half that writes, the server is told that nothing more comes.
                    Some((_, Cut::HalfClose)) => there = None,
                    Some((_, Cut::Reset)) | None => break,
                },
                else => return,
            }
            if there.is_none() && back.is_none() {
                return;
            }
        }
    }
    for side in [from_client, from_server] {
        // Whoever has gone already needs no reset.
        let _ = side.as_ref().set_zero_linger();
    }
}

/// Waits for the end of a direction, which is nothing then.
async fn finish<F: Future<Output = ()> + Unpin>(direction: &mut Option<F>) {
    if let Some(carried) = direction {
        carried.await;
    }
    *direction = None;
}

/// One direction of a connection.
struct Direction {
    line: watch::Receiver<Line>,
    rng: Rng,
    last: Instant,
}

impl Direction {
    fn new(line: watch::Receiver<Line>, rng: Rng) -> Self {
        Self { line, rng, last: Instant::now() }
    }

    /// Reads, waits, and writes, until nothing more comes or can be written.
    async fn carry(mut self, from: &mut OwnedReadHalf, to: OwnedWriteHalf) {
        let (pieces, under_way) = mpsc::channel::<(Instant, Vec<u8>)>(UNDER_WAY);
        let line = self.line.clone();
        let reading = async {
            let mut buffer = vec![0; PIECE];
            while let Ok(length @ 1..) = from.read(&mut buffer).await {
                let arrives = self.arrival();
                if pieces.send((arrives, buffer[..length].to_vec())).await.is_err() {
                    break;
                }
            }
            drop(pieces);
        };
        tokio::join!(reading, deliver(under_way, line, to));
    }

    /// When something that is sent now arrives: never before what was sent earlier.
    fn arrival(&mut self) -> Instant {
        let Line { delay, jitter, .. } = *self.line.borrow();
        let extra = Duration::from_micros(self.rng.below(jitter.as_micros() as u64 + 1));
        self.last = self.last.max(Instant::now() + delay + extra);
        self.last
    }
}

async fn deliver(
    mut under_way: mpsc::Receiver<(Instant, Vec<u8>)>,
    mut line: watch::Receiver<Line>,
    mut to: OwnedWriteHalf,
) {
    while let Some((arrives, bytes)) = under_way.recv().await {
        sleep_until(arrives).await;
        let segment = line.borrow().segment.unwrap_or(usize::MAX).max(1);
        for part in bytes.chunks(segment) {
            // A proxy that is gone changes nothing any more, and stays stalled if it was.
            if line.wait_for(|line| !line.is_stalled).await.is_err() || to.write_all(part).await.is_err() {
                return;
            }
            let bandwidth = line.borrow().bandwidth;
            match bandwidth {
                Some(per_second) => {
                    sleep(Duration::from_secs_f64(part.len() as f64 / per_second.max(1) as f64)).await;
                }
                None if segment != usize::MAX => tokio::task::yield_now().await,
                None => {}
            }
        }
    }
    // Whoever reads has to know that nothing more comes; if they have gone, nobody has to.
    let _ = to.shutdown().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that says everything again.
    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut read, mut write) = stream.split();
                    tokio::io::copy(&mut read, &mut write).await
                });
            }
        });
        address
    }

    async fn proxy(line: Line) -> (Proxy, TcpStream) {
        let proxy = Proxy::start("127.0.0.1:0".parse().unwrap(), echo().await, line, 1).await.unwrap();
        let stream = TcpStream::connect(proxy.address()).await.unwrap();
        (proxy, stream)
    }

    async fn said_again(stream: &mut TcpStream, text: &[u8]) -> Vec<u8> {
        stream.write_all(text).await.unwrap();
        let mut heard = vec![0; text.len()];
        stream.read_exact(&mut heard).await.unwrap();
        heard
    }

    #[tokio::test]
    async fn everything_arrives_in_order_however_bad_the_line_is() {
        let line = Line {
            delay: Duration::from_millis(3),
            jitter: Duration::from_millis(5),
            segment: Some(1),
            ..Line::default()
        };
        let (proxy, mut stream) = proxy(line).await;
        let text: Vec<u8> = (0..=255).cycle().take(3_000).collect();
        assert_eq!(said_again(&mut stream, &text).await, text);
        proxy.set(Line { bandwidth: Some(1_000_000), ..Line::default() });
        assert_eq!(said_again(&mut stream, &text).await, text);
    }

    #[tokio::test]
    async fn a_delay_counts_in_both_directions() {
        let (_proxy, mut stream) = proxy(Line::delayed(Duration::from_millis(40))).await;
        let began = Instant::now();
        said_again(&mut stream, b"hello").await;
        assert!(Duration::from_millis(80) <= began.elapsed());
    }

    #[tokio::test]
    async fn a_stalled_line_goes_on_later_and_loses_nothing() {
        let (proxy, mut stream) = proxy(Line { is_stalled: true, ..Line::default() }).await;
        stream.write_all(b"hello").await.unwrap();
        let mut heard = [0; 5];
        let nothing = tokio::time::timeout(Duration::from_millis(50), stream.read_exact(&mut heard)).await;
        assert!(nothing.is_err());
        proxy.set(Line::default());
        stream.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"hello");
    }

    #[tokio::test]
    async fn a_cut_ends_what_stands_and_nothing_that_comes_later() {
        for cut in [Cut::Reset, Cut::HalfClose] {
            let (proxy, mut stream) = proxy(Line::default()).await;
            said_again(&mut stream, b"hello").await;
            proxy.cut(cut);
            let mut rest = Vec::new();
            // A reset may be an error or an end, depending on what was under way.
            let ended = stream.read_to_end(&mut rest).await;
            assert!(ended.is_err() || rest.is_empty());
            let mut again = TcpStream::connect(proxy.address()).await.unwrap();
            assert_eq!(said_again(&mut again, b"again").await, b"again");
        }
    }
}
