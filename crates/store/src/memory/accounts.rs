//! Accounts, log-ins, tokens and bans in memory.

use protocol::{Channel, TableId, UserId};

use super::{
    super::{
        Account, AccountStore, Ban, Belongings, BotToken, DELETED, Kept, Listed, Login, Standing, Stored,
        StoredLine, TokenHash, User,
        accounts::{channel_of, concerns, forget_in_events, forget_in_line, forget_in_row, name_key},
        name_look,
    },
    KeptTable, MemoryStore,
};

/// What is kept about people beyond their names.
#[derive(Debug, Default)]
pub(super) struct KeptPeople {
    accounts: Vec<Account>,
    logins: Vec<Login>,
    tokens: Vec<BotToken>,
    bans: Vec<Ban>,
}

impl KeptPeople {
    fn is_taken(&self, account: &Account) -> bool {
        let (own, others): (Vec<&Account>, Vec<&Account>) =
            self.accounts.iter().partition(|other| other.person.id == account.person.id);
        // Whose name has looked like another since an earlier version keeps it.
        let look = name_look(&account.person.name);
        let keeps_look = own.iter().any(|own| name_look(&own.person.name) == look);
        others.iter().any(|other| match keeps_look {
            true => other.name_key() == account.name_key(),
            false => is_like(other, &account.person.name),
        })
    }

    fn ban(&self, user: &UserId) -> Option<Ban> {
        self.bans.iter().find(|ban| ban.user == *user).cloned()
    }
}

fn is_like(account: &Account, name: &str) -> bool {
    account.name_key() == name_key(name) || name_look(&account.person.name) == name_look(name)
}

fn was_at(table: &KeptTable, user: &UserId) -> bool {
    use protocol::{Sitter, TableHappening};
    let sat = table.events.iter().any(|event| {
        matches!(&event.event.what, TableHappening::Sat { who: Sitter::Person(person), .. } if person.id == *user)
    });
    sat || concerns(&table.row, user)
}

fn line((key, line): &(String, StoredLine)) -> Option<(Channel, StoredLine)> {
    Some((channel_of(key, &line.from.id)?, line.clone()))
}

impl AccountStore for MemoryStore {
    async fn open_account(&self, account: Account) -> Stored<Kept> {
        self.write(|kept| {
            let id = &account.person.id;
            if kept.users.get(id).is_some_and(|user| !user.person.guest) {
                return Ok(Kept::NotPossible);
            }
            if kept.people.is_taken(&account) {
                return Ok(Kept::NameTaken);
            }
            let created = kept.users.get(id).map_or(account.created, |user| user.created);
            let user = User { person: account.person.clone(), created, seen: account.created };
            kept.users.insert(id.clone(), user);
            kept.people.accounts.push(account);
            Ok(Kept::Written)
        })
        .await
    }

    async fn change_account(&self, account: Account) -> Stored<Kept> {
        self.write(|kept| {
            if kept.people.is_taken(&account) {
                return Ok(Kept::NameTaken);
            }
            let known = kept.people.accounts.iter_mut().find(|known| known.person.id == account.person.id);
            let Some(known) = known else { return Ok(Kept::NotPossible) };
            if let Some(user) = kept.users.get_mut(&account.person.id) {
                user.person = account.person.clone();
            }
            *known = account;
            Ok(Kept::Written)
        })
        .await
    }

    async fn delete_account(&self, user: &UserId) -> Stored<Vec<TableId>> {
        self.write(|kept| {
            let mut tables = Vec::new();
            for table in kept.tables.values_mut().filter(|table| was_at(table, user)) {
                forget_in_row(&mut table.row, user);
                forget_in_events(&mut table.events, user);
                tables.push(table.row.id.clone());
            }
            for (_, line) in &mut kept.lines {
                forget_in_line(line, user);
            }
            for result in kept.results.values_mut().filter(|result| result.user.as_ref() == Some(user)) {
                DELETED.clone_into(&mut result.name);
            }
            kept.standings.forget(user);
            kept.puzzles.forget(user);
            kept.relations.forget(user);
            kept.game_reports.forget(user);
            kept.tournaments.forget(user);
            kept.people.accounts.retain(|account| account.person.id != *user);
            kept.people.logins.retain(|login| login.user != *user);
            kept.people.tokens.retain(|token| token.user != *user);
            if let Some(user) = kept.users.get_mut(user) {
                DELETED.clone_into(&mut user.person.name);
            }
            Ok(tables)
        })
        .await
    }

    async fn account(&self, user: &UserId) -> Stored<Option<Account>> {
        Ok(self.kept().people.accounts.iter().find(|account| account.person.id == *user).cloned())
    }

    async fn account_named(&self, name: &str) -> Stored<Option<Account>> {
        let key = name_key(name);
        Ok(self.kept().people.accounts.iter().find(|account| account.name_key() == key).cloned())
    }

    async fn is_name_taken(&self, name: &str) -> Stored<bool> {
        Ok(self.kept().people.accounts.iter().any(|account| is_like(account, name)))
    }

    async fn log_in(&self, login: Login) -> Stored<()> {
        self.write(|kept| {
            let is_over = |old: &Login| old.user == login.user && old.expires <= login.created;
            kept.people.logins.retain(|old| !is_over(old));
            kept.people.logins.push(login);
            Ok(())
        })
        .await
    }

    async fn login(&self, token: &TokenHash) -> Stored<Option<Login>> {
        Ok(self.kept().people.logins.iter().find(|login| login.token == *token).cloned())
    }

    async fn touch_login(&self, token: &TokenHash, seen: u64) -> Stored<()> {
        self.write(|kept| {
            for login in kept.people.logins.iter_mut().filter(|login| login.token == *token) {
                login.seen = seen;
            }
            Ok(())
        })
        .await
    }

    async fn log_out(&self, token: &TokenHash) -> Stored<()> {
        self.write(|kept| {
            kept.people.logins.retain(|login| login.token != *token);
            Ok(())
        })
        .await
    }

    async fn log_out_everywhere(&self, user: &UserId, except: Option<&TokenHash>) -> Stored<()> {
        self.write(|kept| {
            kept.people.logins.retain(|login| login.user != *user || except == Some(&login.token));
            Ok(())
        })
        .await
    }

    async fn add_token(&self, token: BotToken, limit: u32) -> Stored<bool> {
        self.write(|kept| {
            let n_tokens = kept.people.tokens.iter().filter(|known| known.user == token.user).count();
            let has_room = n_tokens < limit as usize;
            if has_room {
                kept.people.tokens.push(token);
            }
            Ok(has_room)
        })
        .await
    }

    async fn tokens(&self, user: &UserId) -> Stored<Vec<BotToken>> {
        Ok(self.kept().people.tokens.iter().filter(|token| token.user == *user).cloned().collect())
    }

    async fn token_owner(&self, token: &TokenHash) -> Stored<Option<UserId>> {
        Ok(self
            .kept()
            .people
            .tokens
            .iter()
            .find(|known| known.token == *token)
            .map(|known| known.user.clone()))
    }

    async fn revoke_token(&self, user: &UserId, id: &str) -> Stored<bool> {
        self.write(|kept| {
            let before = kept.people.tokens.len();
            kept.people.tokens.retain(|token| token.user != *user || token.id != id);
            Ok(kept.people.tokens.len() < before)
        })
        .await
    }

    async fn standing(&self, user: &UserId) -> Stored<Standing> {
        let kept = self.kept();
        let is_guest = kept.users.get(user).is_none_or(|user| user.person.guest);
        Ok(Standing { is_guest, ban: kept.people.ban(user) })
    }

    async fn ban(&self, ban: Ban) -> Stored<()> {
        self.write(|kept| {
            match kept.people.bans.iter_mut().find(|known| known.user == ban.user) {
                Some(known) => known.reason = ban.reason,
                None => kept.people.bans.push(ban),
            }
            Ok(())
        })
        .await
    }

    async fn unban(&self, user: &UserId) -> Stored<bool> {
        self.write(|kept| {
            let before = kept.people.bans.len();
            kept.people.bans.retain(|ban| ban.user != *user);
            Ok(kept.people.bans.len() < before)
        })
        .await
    }

    async fn bans(&self) -> Stored<Vec<Ban>> {
        let mut bans = self.kept().people.bans.clone();
        bans.sort_by(|left, right| left.user.cmp(&right.user));
        Ok(bans)
    }

    async fn belongings(&self, user: &UserId) -> Stored<Belongings> {
        let kept = self.kept();
        let mut logins: Vec<_> =
            kept.people.logins.iter().filter(|login| login.user == *user).cloned().collect();
        logins.sort_by_key(|login| std::cmp::Reverse(login.created));
        let tables = kept.tables.values().filter(|table| was_at(table, user));
        Ok(Belongings {
            logins,
            tables: tables.map(|table| table.row.summary.clone()).collect(),
            lines: kept.lines.iter().filter(|(_, line)| line.from.id == *user).filter_map(line).collect(),
        })
    }

    async fn private_lines(&self, user: &UserId, limit: u32) -> Stored<Vec<(Channel, StoredLine)>> {
        let kept = self.kept();
        let concerns = |key: &str| {
            let sides = key.strip_prefix("private/").and_then(|sides| sides.split_once('/'));
            sides.is_some_and(|(first, second)| first == user.as_str() || second == user.as_str())
        };
        let newest = kept.lines.iter().rev().filter(|(key, _)| concerns(key)).take(limit as usize);
        let mut lines: Vec<_> = newest.filter_map(line).collect();
        lines.reverse();
        Ok(lines)
    }

    async fn people(&self, guests: bool, limit: u32) -> Stored<Vec<Listed>> {
        let kept = self.kept();
        let mut users: Vec<_> = kept.users.values().filter(|user| guests || !user.person.guest).collect();
        users.sort_by(|left, right| (right.seen, &left.person.id).cmp(&(left.seen, &right.person.id)));
        let listed = |user: &User| Listed { user: user.clone(), ban: kept.people.ban(&user.person.id) };
        Ok(users.into_iter().take(limit as usize).map(listed).collect())
    }

    async fn prune_guests(&self, seen_before: u64) -> Stored<u64> {
        self.write(|kept| {
            let before = kept.users.len();
            let people = &kept.people;
            kept.users.retain(|id, user| {
                !user.person.guest || seen_before <= user.seen || people.ban(id).is_some()
            });
            Ok((before - kept.users.len()) as u64)
        })
        .await
    }
}
