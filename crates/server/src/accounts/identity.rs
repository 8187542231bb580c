//! Signing up, logging in and out, changing and deleting an account, and the tokens of bots.

use std::{fmt, net::IpAddr, sync::Arc};

use bus::{Bus as _, Note, Topic};
use limits::TURNED_AWAY;
use protocol::{Code, Person, Phase, Problem, Sitter, TableSummary, UserId};
use store::{
    Account, AccountStore as _, Ban, BotToken, DAY_MS, Kept, Login, Store as _, StoreError, Stored,
    TokenHash, name_key,
};
use tables::{Tables, store_unavailable, world::World};
use tokio::time::Instant;

use super::{Device, Token, rules, tries::Attempt};
use super::{Passwords, Tries};
use crate::secrets::{self, Key};

/// How long a log-in is good without being used, and how long at all.
const LOGIN_IDLE_MS: u64 = 30 * DAY_MS;
pub(crate) const LOGIN_LIFETIME_MS: u64 = 180 * DAY_MS;

/// How often the use of a log-in is noted: more often would be a write per request.
const LOGIN_USE_RESOLUTION_MS: u64 = 3_600 * 1_000;

/// How many tokens a bot may have.
const MAX_TOKENS: u32 = limits::accounts::MAX_TOKENS_PER_BOT;

/// What a person gives who signs up.
pub(crate) struct SignUp {
    pub(crate) name: String,
    pub(crate) password: String,
    pub(crate) email: String,
    pub(crate) bot: bool,
}

/// What a person wants to be changed.
pub(crate) struct Change {
    pub(crate) name: Option<String>,
    pub(crate) password: Option<String>,
    /// An empty one is removed.
    pub(crate) email: Option<String>,
}

/// The sentence for a person whose name is not theirs alone.
pub(crate) fn name_taken() -> Problem {
    Problem::new(Code::Name, "somebody has this name, or one that looks like it; choose another one")
}

/// The sentence for a person who is banned.
pub(crate) fn banned(ban: &Ban) -> Problem {
    let sentence = format!("you are banned from this server: {}; ask whoever runs it", ban.reason);
    Problem::new(Code::Banned, sentence)
}

/// How many passwords are hashed at a time: half of the cores at most, so that games always have the others.
fn max_hashes_at_once() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

/// Who people are: accounts, log-ins, tokens, bans, and the key with which the server signs.
pub(crate) struct Identity<W: World> {
    tables: Arc<Tables<W>>,
    key: Key,
    passwords: Passwords,
    tries: Tries,
}

impl<W: World> fmt::Debug for Identity<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").finish_non_exhaustive()
    }
}

impl<W: World> Identity<W> {
    /// Reads the key of the server, which is drawn at the first start.
    pub(crate) async fn open(tables: Arc<Tables<W>>) -> Stored<Self> {
        let world = tables.world();
        let drawn = Key::new([world.random(), world.random(), world.random(), world.random()]);
        let kept = world.store().setting("key", drawn.to_text()).await?;
        let key = Key::from_text(&kept)
            .ok_or_else(|| StoreError::Unreadable("the key of the server is damaged".to_owned()))?;
        Ok(Self { tables, key, passwords: Passwords::new(max_hashes_at_once()), tries: Tries::default() })
    }

    pub(super) fn world(&self) -> &W {
        self.tables.world()
    }

    /// The key with which the server signs.
    pub(crate) const fn key(&self) -> &Key {
        &self.key
    }

    /// What hashes passwords.
    pub(crate) const fn passwords(&self) -> &Passwords {
        &self.passwords
    }

    /// A person by their id.
    pub(crate) async fn person(&self, id: &UserId) -> Result<Person, Problem> {
        let person = self.account_person(id).await?;
        person.ok_or_else(|| Problem::new(Code::NotFound, "there is nobody of that id"))
    }

    /// Opens an account for a guest, who keeps the id and with it all games and results.
    pub(crate) async fn sign_up(
        &self,
        guest: &UserId,
        wanted: SignUp,
        from: IpAddr,
    ) -> Result<(Account, Token), Problem> {
        let name = rules::name(&wanted.name)?;
        rules::password(&wanted.password, &name)?;
        let email = rules::email(&wanted.email)?;
        self.tries.count(&Attempt::Stranger { from, name: None }, Instant::now())?;
        let is_taken = self.world().store().is_name_taken(&name).await;
        if is_taken.map_err(|error| store_unavailable(&error))? {
            return Err(name_taken());
        }
        let password = Some(self.hashed(&wanted.password).await?);
        let person = Person { id: guest.clone(), name, guest: false, bot: wanted.bot };
        let account = Account { person, password, email, created: self.world().time() };
        let kept = self.world().store().open_account(account.clone()).await;
        match kept.map_err(|error| store_unavailable(&error))? {
            Kept::Written => {}
            Kept::NameTaken => return Err(name_taken()),
            Kept::NotPossible => {
                return Err(Problem::new(Code::Phase, "you have an account already; log in"));
            }
        }
        tracing::info!(user = %account.person.id, bot = wanted.bot, "an account was opened");
        let token = self.begin_login(&account.person.id).await?;
        self.reconnect(guest);
        Ok((account, token))
    }

    async fn hashed(&self, password: &str) -> Result<String, Problem> {
        let world = self.world();
        self.passwords.hash(password, [world.random(), world.random()]).await
    }

    async fn begin_login(&self, user: &UserId) -> Result<Token, Problem> {
        let token = Token::draw(|| self.world().random());
        let now = self.world().time();
        let login = Login {
            token: token.hash(),
            user: user.clone(),
            created: now,
            seen: now,
            expires: now + LOGIN_LIFETIME_MS,
        };
        self.world().store().log_in(login).await.map_err(|error| store_unavailable(&error))?;
        Ok(token)
    }

    /// Logs a person in by name and password. Names that are not there get the same answer after the same work.
    ///
    /// `device` is one from which a person has logged in before; it counts if that was the owner of this account.
    pub(crate) async fn log_in(
        &self,
        name: &str,
        password: &str,
        from: IpAddr,
        device: Option<Device>,
    ) -> Result<(Account, Token), Problem> {
        let account = self.verify(name, password, from, device).await?;
        let token = self.begin_login(&account.person.id).await?;
        Ok((account, token))
    }

    /// The account of a name and a password, for which a try is counted, and which is not banned.
    pub(crate) async fn verify(
        &self,
        name: &str,
        password: &str,
        from: IpAddr,
        device: Option<Device>,
    ) -> Result<Account, Problem> {
        // Nobody has such a name, and it shall not fill the memory.
        let name: String = name.chars().take(100).collect();
        let key = name_key(&name);
        let account =
            self.world().store().account_named(&name).await.map_err(|error| store_unavailable(&error))?;
        let owns =
            |device: &Device| account.as_ref().is_some_and(|account| account.person.id == device.owner);
        let attempt = match device.filter(owns) {
            Some(device) => Attempt::Known(device),
            None => Attempt::Stranger { from, name: Some(&key) },
        };
        self.tries.count(&attempt, Instant::now())?;
        let kept = account.as_ref().and_then(|account| account.password.as_deref());
        let is_right = self.passwords.is_right(password, kept).await?;
        let Some(account) = account.filter(|_| is_right) else {
            return Err(Problem::new(Code::Password, "the name or the password is wrong; try again"));
        };
        self.tries.succeeded(&attempt);
        self.check_ban(&account.person.id).await?;
        Ok(account)
    }

    /// Refuses a person who is banned.
    pub(crate) async fn check_ban(&self, user: &UserId) -> Result<(), Problem> {
        let standing =
            self.world().store().standing(user).await.map_err(|error| store_unavailable(&error))?;
        standing.ban.map_or(Ok(()), |ban| Err(banned(&ban)))
    }

    /// Who has logged in with a token; nobody if the log-in is over.
    pub(crate) async fn logged_in(&self, token: &TokenHash) -> Result<Option<Person>, Problem> {
        let store = self.world().store();
        let login = store.login(token).await.map_err(|error| store_unavailable(&error))?;
        let now = self.world().time();
        let Some(login) = login.filter(|login| now < login.expires && now < login.seen + LOGIN_IDLE_MS)
        else {
            return Ok(None);
        };
        if login.seen + LOGIN_USE_RESOLUTION_MS < now {
            // A log-in that cannot be noted is good all the same.
            let _ = store.touch_login(token, now).await;
        }
        self.account_person(&login.user).await
    }

    /// Which bot has a token.
    pub(crate) async fn bot_of(&self, token: &TokenHash) -> Result<Option<Person>, Problem> {
        let owner =
            self.world().store().token_owner(token).await.map_err(|error| store_unavailable(&error))?;
        match owner {
            Some(owner) => self.account_person(&owner).await,
            None => Ok(None),
        }
    }

    async fn account_person(&self, user: &UserId) -> Result<Option<Person>, Problem> {
        let found = self.world().store().user(user).await.map_err(|error| store_unavailable(&error))?;
        Ok(found.map(|user| user.person))
    }

    /// The account of a person who has logged in.
    pub(crate) async fn account(&self, user: &UserId) -> Result<Account, Problem> {
        let account = self.world().store().account(user).await.map_err(|error| store_unavailable(&error))?;
        account.ok_or_else(|| Problem::new(Code::Account, "log in or sign up first"))
    }

    /// Ends a log-in.
    pub(crate) async fn log_out(&self, user: &UserId, token: &TokenHash) -> Result<(), Problem> {
        self.world().store().log_out(token).await.map_err(|error| store_unavailable(&error))?;
        self.reconnect(user);
        Ok(())
    }

    /// Ends all log-ins of a person.
    pub(crate) async fn log_out_everywhere(&self, user: &UserId) -> Result<(), Problem> {
        self.world()
            .store()
            .log_out_everywhere(user, None)
            .await
            .map_err(|error| store_unavailable(&error))?;
        self.reconnect(user);
        Ok(())
    }

    /// Lets all connections of a person come again, because who they are has changed.
    pub(crate) fn reconnect(&self, user: &UserId) {
        self.tables.bus().publish(&Topic::User(user.clone()), &Note::Dismissed(None));
    }

    /// The account of a person who has just proved by the password that it is theirs.
    ///
    /// Who is logged in is known: the tries are those of the log-in.
    async fn proved(&self, user: &UserId, login: &TokenHash, password: &str) -> Result<Account, Problem> {
        let account = self.account(user).await?;
        let attempt = Attempt::Known(Device { owner: user.clone(), id: login.0.clone() });
        self.tries.count(&attempt, Instant::now())?;
        if !self.passwords.is_right(password, account.password.as_deref()).await? {
            return Err(Problem::new(Code::Password, "the password is wrong; try again"));
        }
        self.tries.succeeded(&attempt);
        Ok(account)
    }

    /// Changes the name, the password or the address of an account. A new password ends all other log-ins.
    pub(crate) async fn change_account(
        &self,
        user: &UserId,
        login: &TokenHash,
        password: &str,
        change: Change,
    ) -> Result<Account, Problem> {
        let name = change.name.as_deref().map(rules::name).transpose()?;
        let email = change.email.as_deref().map(rules::email).transpose()?;
        let mut account = self.proved(user, login, password).await?;
        let is_renamed = name.as_ref().is_some_and(|name| *name != account.person.name);
        account.person.name = name.unwrap_or(account.person.name);
        account.email = email.unwrap_or(account.email);
        if let Some(new) = &change.password {
            rules::password(new, &account.person.name)?;
            account.password = Some(self.hashed(new).await?);
        }
        let store = self.world().store();
        let kept = store.change_account(account.clone()).await.map_err(|error| store_unavailable(&error))?;
        match kept {
            Kept::Written => {}
            Kept::NameTaken => return Err(name_taken()),
            Kept::NotPossible => return Err(Problem::new(Code::Account, "log in or sign up first")),
        }
        if change.password.is_some() {
            let ended = store.log_out_everywhere(user, Some(login)).await;
            ended.map_err(|error| store_unavailable(&error))?;
        }
        if is_renamed || change.password.is_some() {
            self.reconnect(user);
        }
        Ok(account)
    }

    /// Deletes an account. Finished games stay, under another name.
    pub(crate) async fn delete_account(
        &self,
        user: &UserId,
        login: &TokenHash,
        password: &str,
    ) -> Result<(), Problem> {
        self.proved(user, login, password).await?;
        let store = self.world().store();
        let belongings = store.belongings(user).await.map_err(|error| store_unavailable(&error))?;
        let unfinished: Vec<_> = belongings.tables.iter().filter(|table| plays_at(table, user)).collect();
        if let Some(first) = unfinished.first() {
            let sentence = format!(
                "you still play at {} tables, such as {}; leave them or give up there, and delete then",
                unfinished.len(),
                first.id
            );
            return Err(Problem::new(Code::Phase, sentence));
        }
        let tables = store.delete_account(user).await.map_err(|error| store_unavailable(&error))?;
        for table in &tables {
            self.tables.forget(table);
        }
        self.reconnect(user);
        tracing::info!(user = %user, tables = tables.len(), "an account was deleted");
        Ok(())
    }

    /// Makes a token for a bot.
    pub(crate) async fn add_token(&self, user: &UserId, label: &str) -> Result<(BotToken, Token), Problem> {
        let label = rules::label(label)?;
        if !self.account(user).await?.person.bot {
            let sentence = "tokens are for bots; sign up once more for your bot, with \"bot\": true";
            return Err(Problem::new(Code::NotAllowed, sentence));
        }
        let token = Token::draw(|| self.world().random());
        let kept = BotToken {
            id: secrets::word(self.world(), 12),
            token: token.hash(),
            user: user.clone(),
            label,
            created: self.world().time(),
        };
        let added = self.world().store().add_token(kept.clone(), MAX_TOKENS).await;
        if !added.map_err(|error| store_unavailable(&error))? {
            let sentence =
                format!("a bot has at most {MAX_TOKENS} tokens; revoke one that is not used any more");
            return Err(Problem::new(Code::NotAllowed, sentence));
        }
        Ok((kept, token))
    }

    /// The tokens of a bot.
    pub(crate) async fn tokens(&self, user: &UserId) -> Result<Vec<BotToken>, Problem> {
        self.world().store().tokens(user).await.map_err(|error| store_unavailable(&error))
    }

    /// Revokes a token; connections that use it are ended.
    pub(crate) async fn revoke_token(&self, user: &UserId, id: &str) -> Result<(), Problem> {
        let revoked = self.world().store().revoke_token(user, id).await;
        if !revoked.map_err(|error| store_unavailable(&error))? {
            return Err(Problem::new(Code::NotFound, "there is no such token"));
        }
        self.reconnect(user);
        Ok(())
    }

    /// Ends the connections of everybody who is banned; another person may have banned them in the store.
    pub(crate) async fn keep_out(&self) {
        // If the store cannot be read, the next time will do.
        let Ok(bans) = self.world().store().bans().await else { return };
        for ban in bans.iter().filter(|ban| self.tables.people.contains(&ban.user)) {
            if let Some(left_out) = TURNED_AWAY.pass() {
                tracing::info!(user = %ban.user, left_out, "the connections of a banned person are ended");
            }
            let topic = Topic::User(ban.user.clone());
            self.tables.bus().publish(&topic, &Note::Dismissed(Some(Arc::new(banned(ban)))));
        }
    }
}

/// Tells whether a person sits at a table that is not over, or has a chair there that is kept for them.
fn plays_at(table: &TableSummary, user: &UserId) -> bool {
    let is_theirs = |chair: &protocol::Chair| match (&chair.sitter, &chair.kept_for) {
        (Some(Sitter::Person(person)), _) if person.id == *user => true,
        (_, Some(person)) => person.id == *user && table.phase == Phase::Playing,
        _ => false,
    };
    matches!(table.phase, Phase::Waiting | Phase::Playing) && table.chairs.iter().any(is_theirs)
}
