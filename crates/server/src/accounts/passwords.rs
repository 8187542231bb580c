//! Passwords, which are hashed slowly, on threads of their own, and not too many at a time.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicU64, Ordering},
};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString},
};
use limits::ConcurrencyLimit;
use protocol::{Code, Problem};
use tokio::{sync::Semaphore, task::spawn_blocking};

/// What a hash costs: 19 MiB and two passes, as OWASP advises for Argon2id.
const ARGON2_MEMORY_KIB: u32 = 19 * 1_024;
const ARGON2_PASSES: u32 = 2;

/// How many may wait for a hash until the next is sent away.
const MAX_WAITING: usize = limits::accounts::MAX_WAITING_HASHES;

/// Hashes and compares passwords.
///
/// However many people try to log in, at most `at_once` hashes are computed at a time, so that games go on and
/// memory is bounded.
#[derive(Debug)]
pub(crate) struct Passwords {
    slots: Arc<Semaphore>,
    /// Who waits for a hash, or for whom one is computed.
    waiting: ConcurrencyLimit<()>,
    hashes: AtomicU64,
    /// The hashes that are computed right now.
    running: ConcurrencyLimit<()>,
}

/// The hash of no password, for people who are not there.
static DUMMY_HASH: LazyLock<String> = LazyLock::new(|| {
    let salt = SaltString::encode_b64(&[0; 16]).expect("sixteen bytes are a salt");
    argon2().hash_password(b"", &salt).expect("the parameters are within their limits").to_string()
});

impl Passwords {
    /// So many hashes at a time.
    pub(crate) fn new(at_once: usize) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(at_once)),
            waiting: ConcurrencyLimit::new(MAX_WAITING, MAX_WAITING),
            hashes: AtomicU64::new(0),
            running: ConcurrencyLimit::unlimited(),
        }
    }

    /// How many hashes were computed.
    pub(crate) fn hashes(&self) -> u64 {
        self.hashes.load(Ordering::Relaxed)
    }

    /// How many hashes were computed at the same time at most.
    pub(crate) fn most_at_once(&self) -> u64 {
        self.running.peak() as u64
    }

    /// What is kept instead of a password.
    ///
    /// # Errors
    /// If too many wait.
    pub(crate) async fn hash(&self, password: &str, salt: [u64; 2]) -> Result<String, Problem> {
        let password = password.to_owned();
        let bytes: Vec<u8> = salt.iter().flat_map(|word| word.to_le_bytes()).collect();
        let salt = SaltString::encode_b64(&bytes).expect("sixteen bytes are a salt");
        self.work(move || {
            let hash = argon2().hash_password(password.as_bytes(), &salt);
            hash.expect("the parameters are within their limits").to_string()
        })
        .await
    }

    /// Tells whether a password is the one that is kept. Without a kept one the answer is no, after the same work.
    ///
    /// # Errors
    /// If too many wait.
    pub(crate) async fn is_right(&self, password: &str, kept: Option<&str>) -> Result<bool, Problem> {
        let password = password.to_owned();
        let hash = kept.map(str::to_owned);
        let matches = self
            .work(move || {
                let hash = PasswordHash::new(hash.as_deref().unwrap_or(&DUMMY_HASH));
                hash.is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok())
            })
            .await?;
        Ok(matches && kept.is_some())
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let too_many = || Problem::new(Code::Busy, "too many people log in at the moment; try again soon");
        let _waiting = self.waiting.try_acquire(()).ok_or_else(too_many)?;
        let closed = |_| Problem::new(Code::Stopping, "the server is about to stop");
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(closed)?;
        self.hashes.fetch_add(1, Ordering::Relaxed);
        let running = self.running.clone();
        // The slot goes with the work, which ends even if the caller has gone.
        let worked = spawn_blocking(move || {
            let permit = running.try_acquire(());
            let result = work();
            // In this order, so that the next hash is not counted together with this one.
            drop(permit);
            drop(slot);
            result
        });
        worked.await.map_err(|error| {
            tracing::error!(%error, "a password could not be hashed");
            Problem::new(Code::Internal, "the server could not check the password; try again")
        })
    }
}

fn argon2() -> Argon2<'static> {
    let params =
        Params::new(ARGON2_MEMORY_KIB, ARGON2_PASSES, 1, None).expect("they are within the limits of Argon2");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_recognized_by_its_hash() {
        let passwords = Passwords::new(1);
        let hash = passwords.hash("three blue owls", [1, 2]).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.is_right("three blue owls", Some(&hash)).await.unwrap());
        assert!(!passwords.is_right("three blue owl", Some(&hash)).await.unwrap());
        assert!(!passwords.is_right("three blue owls", Some("nonsense")).await.unwrap());
    }

    #[tokio::test]
    async fn s_18_unknown_users_cost_the_same_hash_and_never_match() {
        let passwords = Passwords::new(1);
        assert!(!passwords.is_right("", None).await.unwrap());
        assert!(!passwords.is_right("anything", None).await.unwrap());
        assert_eq!(passwords.hashes(), 2);
    }

    #[tokio::test]
    async fn s_04_no_more_hashes_are_computed_at_a_time_than_are_allowed() {
        let passwords = Arc::new(Passwords::new(2));
        let ask = |_| {
            let passwords = Arc::clone(&passwords);
            tokio::spawn(async move { passwords.is_right("anything", None).await })
        };
        let asked: Vec<_> = (0..8).map(ask).collect();
        for answer in asked {
            assert!(!answer.await.unwrap().unwrap());
        }
        assert_eq!(passwords.hashes(), 8);
        assert!((1..=2).contains(&passwords.most_at_once()), "{}", passwords.most_at_once());
    }

    #[tokio::test]
    async fn s_04_the_budget_of_hashes_is_bounded_and_the_rest_is_sent_away() {
        let passwords = Arc::new(Passwords::new(1));
        // A person holds the only slot, so that all others wait.
        let slot = Arc::clone(&passwords.slots).acquire_owned().await.unwrap();
        let ask = || {
            let passwords = Arc::clone(&passwords);
            tokio::spawn(async move { passwords.is_right("anything", None).await })
        };
        let waiting: Vec<_> = (0..MAX_WAITING).map(|_| ask()).collect();
        while passwords.waiting.in_use() < MAX_WAITING {
            tokio::task::yield_now().await;
        }
        assert_eq!(ask().await.unwrap().unwrap_err().code, Code::Busy);
        assert_eq!(passwords.hashes(), 0);
        // Who goes makes room.
        for waiter in waiting {
            waiter.abort();
            assert!(waiter.await.unwrap_err().is_cancelled());
        }
        drop(slot);
        assert!(!passwords.is_right("anything", None).await.unwrap());
    }
}
