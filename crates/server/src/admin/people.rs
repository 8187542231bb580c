//! Accounts, bans, and guests who come no more.

use std::time::Duration;

use protocol::Person;
use store::{Account, AccountStore as _, Ban, BotToken, Kept, Listed, Relations as _, ReportRow, Store as _};
use store_sqlite::AuditHead;

use super::{Admin, AdminError, now};
use crate::{
    accounts::{Passwords, Token, rules},
    secrets,
    serve::random,
};

/// An account that was made, and what its owner has to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewUser {
    /// Who it is.
    pub person: Person,
    /// The token of a bot, which is shown this once.
    pub token: Option<String>,
}

async fn hashed(password: &str) -> Result<String, AdminError> {
    Passwords::new(1).hash(password, [random(), random()]).await.map_err(AdminError::Refused)
}

impl Admin {
    /// Makes an account of a person.
    ///
    /// # Errors
    /// If the name is taken, or it or the password cannot be used.
    pub async fn create_person(&self, name: &str, password: &str) -> Result<NewUser, AdminError> {
        rules::password(password, name).map_err(AdminError::Refused)?;
        let password = Some(hashed(password).await?);
        self.create(name, password, false).await
    }

    /// Makes an account of a bot, which has a token instead of a password.
    ///
    /// # Errors
    /// If the name is taken or cannot be used.
    pub async fn create_bot(&self, name: &str) -> Result<NewUser, AdminError> {
        let new = self.create(name, None, true).await?;
        let token = Token::draw(random);
        let kept = BotToken {
            id: secrets::word_from(random, 12),
            token: token.hash(),
            user: new.person.id.clone(),
            label: "made by the administrator".to_owned(),
            created: now(),
        };
        self.store.add_token(kept, 1).await?;
        Ok(NewUser { token: Some(token.reveal().to_owned()), ..new })
    }

    async fn create(&self, name: &str, password: Option<String>, bot: bool) -> Result<NewUser, AdminError> {
        let name = rules::name(name).map_err(AdminError::Refused)?;
        let id = secrets::word_from(random, 20).parse().expect("the alphabet is that of ids");
        let person = Person { id, name, guest: false, bot };
        let account = Account { person: person.clone(), password, email: None, created: now() };
        match self.store.open_account(account).await? {
            Kept::Written => {
                self.store.note_admin_act("create-user", person.id.as_str()).await?;
                Ok(NewUser { person, token: None })
            }
            Kept::NameTaken | Kept::NotPossible => Err(AdminError::Refused(crate::accounts::name_taken())),
        }
    }

    /// Gives an account a new password, and ends all its log-ins.
    ///
    /// # Errors
    /// If there is no such account, or the password cannot be used.
    pub async fn reset_password(&self, name: &str, password: &str) -> Result<Person, AdminError> {
        let account = self.store.account_named(name).await?;
        let account = account.ok_or_else(|| AdminError::Unknown(name.to_owned()))?;
        rules::password(password, &account.person.name).map_err(AdminError::Refused)?;
        let account = Account { password: Some(hashed(password).await?), ..account };
        let person = account.person.clone();
        self.store.change_account(account).await?;
        self.store.log_out_everywhere(&person.id, None).await?;
        self.store.note_admin_act("reset-password", person.id.as_str()).await?;
        Ok(person)
    }

    /// Bans a person by the name of an account or by an id; a server that runs shows them out within seconds.
    ///
    /// # Errors
    /// If there is nobody.
    pub async fn ban(&self, who: &str, reason: &str) -> Result<Person, AdminError> {
        let person = self.find(who).await?;
        let reason = reason.trim().trim_end_matches('.').replace(char::is_control, " ");
        self.store.ban(Ban { user: person.id.clone(), reason, since: now() }).await?;
        Ok(person)
    }

    /// Ends a ban; tells who it was, and whether there was one.
    ///
    /// # Errors
    /// If there is nobody.
    pub async fn unban(&self, who: &str) -> Result<(Person, bool), AdminError> {
        let person = self.find(who).await?;
        let was_banned = self.store.unban(&person.id).await?;
        Ok((person, was_banned))
    }

    /// The head of the audit chain, which covers every event that is written by now, to be noted elsewhere.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn audit_head(&self) -> Result<AuditHead, AdminError> {
        Ok(self.store.audit_head().await?)
    }

    async fn find(&self, who: &str) -> Result<Person, AdminError> {
        if let Some(account) = self.store.account_named(who).await? {
            return Ok(account.person);
        }
        let unknown = || AdminError::Unknown(who.to_owned());
        let user = self.store.user(&who.parse().map_err(|_| unknown())?).await?;
        user.map(|user| user.person).ok_or_else(unknown)
    }

    /// People with and, if wanted, without an account, those first who were seen last.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn people(&self, guests: bool, limit: u32) -> Result<Vec<Listed>, AdminError> {
        Ok(self.store.people(guests, limit).await?)
    }

    /// The open reports, the oldest first, with the names of both people.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn reports(&self, limit: u32) -> Result<Vec<(ReportRow, [String; 2])>, AdminError> {
        let mut reports = Vec::new();
        for report in self.store.reports(limit).await? {
            let mut names = [String::new(), String::new()];
            for (name, id) in names.iter_mut().zip([&report.by, &report.about]) {
                *name = self.store.user(id).await?.map_or_else(|| id.to_string(), |user| user.person.name);
            }
            reports.push((report, names));
        }
        Ok(reports)
    }

    /// Removes a report that was seen to; tells whether there was one of that number.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn close_report(&self, number: u64) -> Result<bool, AdminError> {
        let was_open = self.store.close_report(number).await?;
        if was_open {
            self.store.note_admin_act("close-report", &number.to_string()).await?;
        }
        Ok(was_open)
    }

    /// Forgets guests who were not seen for so long; tells how many. Their games stay.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn prune_guests(&self, older_than: Duration) -> Result<u64, AdminError> {
        let older_than = u64::try_from(older_than.as_millis()).unwrap_or(u64::MAX);
        let before = now().saturating_sub(older_than);
        let pruned = self.store.prune_guests(before).await?;
        self.store.note_admin_act("prune-guests", &format!("seen before {before}: {pruned}")).await?;
        Ok(pruned)
    }
}
