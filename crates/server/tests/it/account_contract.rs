//! What every store promises about people, as tests that run on each of them.

use protocol::{ChairChoice, Channel, Person, Sitter, TableHappening, UserId};
use store::{Account, Ban, BotToken, DELETED, Kept, Login, MemoryStore, NewLine, Store, TokenHash, User};
use store_sqlite::SqliteStore;

use crate::{
    folder::Folder,
    store_contract::{LATER, NOW, append, command, event, person, promises, table},
};

fn id(text: &str) -> UserId {
    text.parse().unwrap()
}

fn account(user: &str, name: &str) -> Account {
    Account {
        person: Person { id: id(user), name: name.to_owned(), guest: false, bot: false },
        password: Some(format!("hash of {name}")),
        email: Some(format!("{user}@games.example")),
        created: NOW,
    }
}

fn login(token: &str, user: &str) -> Login {
    Login { token: hash(token), user: id(user), created: NOW, seen: NOW, expires: LATER }
}

fn hash(token: &str) -> TokenHash {
    TokenHash(token.to_owned())
}

async fn an_account_is_opened_once_and_names_are_unique(store: impl Store) {
    assert!(store.standing(&id("anna")).await.unwrap().is_guest, "whoever is not known may be a guest");
    store.save_user(User { person: person("anna"), created: NOW - 5, seen: NOW }).await.unwrap();
    assert_eq!(store.open_account(account("anna", "Anna Lena")).await.unwrap(), Kept::Written);
    assert_eq!(store.open_account(account("anna", "Other")).await.unwrap(), Kept::NotPossible);
    assert_eq!(store.open_account(account("bert", "annalena")).await.unwrap(), Kept::NameTaken);
    assert_eq!(store.account(&id("anna")).await.unwrap(), Some(account("anna", "Anna Lena")));
    assert_eq!(store.account_named("ANNA-LENA").await.unwrap(), Some(account("anna", "Anna Lena")));
    assert_eq!(store.account_named("Bert").await.unwrap(), None);
    let user = store.user(&id("anna")).await.unwrap().unwrap();
    assert_eq!((user.person.name.as_str(), user.person.guest, user.created), ("Anna Lena", false, NOW - 5));
    assert!(!store.standing(&id("anna")).await.unwrap().is_guest);
}

async fn an_account_is_changed_but_not_into_another_one(store: impl Store) {
    store.open_account(account("anna", "Anna")).await.unwrap();
    store.open_account(account("bert", "Bert")).await.unwrap();
    assert_eq!(store.change_account(account("anna", "bert")).await.unwrap(), Kept::NameTaken);
    assert_eq!(store.change_account(account("carl", "Carl")).await.unwrap(), Kept::NotPossible);
    assert_eq!(store.change_account(account("anna", "ANNA")).await.unwrap(), Kept::Written);
    assert_eq!(store.user(&id("anna")).await.unwrap().unwrap().person.name, "ANNA");
    let silent = Account { email: None, password: None, ..account("anna", "Anne") };
    assert_eq!(store.change_account(silent.clone()).await.unwrap(), Kept::Written);
    assert_eq!(store.account_named("anne").await.unwrap(), Some(silent));
}

async fn d_18_names_that_look_alike_are_taken(store: impl Store) {
    store.open_account(account("paul", "Paul")).await.unwrap();
    store.open_account(account("lisa", "Lisa")).await.unwrap();
    for imitation in ["PauI", "Pau1", "p.a.u.l", "Iisa", "L1sa", "Lısa"] {
        assert!(store.is_name_taken(imitation).await.unwrap(), "{imitation}");
        assert_eq!(store.open_account(account("evil", imitation)).await.unwrap(), Kept::NameTaken);
    }
    assert!(!store.is_name_taken("Pauline").await.unwrap());
    assert_eq!(store.open_account(account("evil", "Evil")).await.unwrap(), Kept::Written);
    assert_eq!(store.change_account(account("evil", "PauI")).await.unwrap(), Kept::NameTaken);
    // Nobody logs in by a name that only looks like theirs, and everybody may write their own in another way.
    assert_eq!(store.account_named("PauI").await.unwrap(), None);
    assert_eq!(store.change_account(account("paul", "PAUL")).await.unwrap(), Kept::Written);
}

async fn log_ins_end_one_by_one_or_together(store: impl Store) {
    for token in ["one", "two", "three"] {
        store.log_in(login(token, "anna")).await.unwrap();
    }
    store.log_in(login("four", "bert")).await.unwrap();
    store.touch_login(&hash("one"), NOW + 7).await.unwrap();
    let seen = store.login(&hash("one")).await.unwrap().unwrap();
    assert_eq!(seen, Login { seen: NOW + 7, ..login("one", "anna") });
    store.log_out(&hash("one")).await.unwrap();
    assert_eq!(store.login(&hash("one")).await.unwrap(), None);
    store.log_out_everywhere(&id("anna"), Some(&hash("three"))).await.unwrap();
    assert_eq!(store.login(&hash("two")).await.unwrap(), None);
    assert!(store.login(&hash("three")).await.unwrap().is_some());
    store.log_out_everywhere(&id("anna"), None).await.unwrap();
    assert_eq!(store.login(&hash("three")).await.unwrap(), None);
    assert!(store.login(&hash("four")).await.unwrap().is_some(), "others are not concerned");
    let late = Login { created: LATER, ..login("five", "bert") };
    store.log_in(late).await.unwrap();
    assert_eq!(store.login(&hash("four")).await.unwrap(), None, "what is over is forgotten");
}

async fn tokens_are_counted_listed_and_revoked(store: impl Store) {
    let token = |number: u32, user: &str| BotToken {
        id: format!("id{number}"),
        token: hash(&format!("hash{number}")),
        user: id(user),
        label: format!("bot {number}"),
        created: NOW + u64::from(number),
    };
    for number in 1..=2 {
        assert!(store.add_token(token(number, "anna"), 2).await.unwrap());
    }
    assert!(!store.add_token(token(3, "anna"), 2).await.unwrap(), "that is one too many");
    assert!(store.add_token(token(4, "bert"), 2).await.unwrap());
    assert_eq!(store.tokens(&id("anna")).await.unwrap(), [token(1, "anna"), token(2, "anna")]);
    assert_eq!(store.token_owner(&hash("hash2")).await.unwrap(), Some(id("anna")));
    assert_eq!(store.token_owner(&hash("hash3")).await.unwrap(), None);
    assert!(!store.revoke_token(&id("bert"), "id1").await.unwrap(), "it is not theirs");
    assert!(store.revoke_token(&id("anna"), "id1").await.unwrap());
    assert!(!store.revoke_token(&id("anna"), "id1").await.unwrap());
    assert_eq!(store.token_owner(&hash("hash1")).await.unwrap(), None);
}

async fn bans_begin_and_end(store: impl Store) {
    let ban = |reason: &str| Ban { user: id("anna"), reason: reason.to_owned(), since: NOW };
    store.ban(ban("insults")).await.unwrap();
    store.ban(ban("more insults")).await.unwrap();
    assert_eq!(store.bans().await.unwrap(), [ban("more insults")]);
    assert_eq!(store.standing(&id("anna")).await.unwrap().ban, Some(ban("more insults")));
    assert_eq!(store.standing(&id("bert")).await.unwrap().ban, None);
    assert!(store.unban(&id("anna")).await.unwrap());
    assert!(!store.unban(&id("anna")).await.unwrap());
    assert_eq!(store.bans().await.unwrap(), []);
}

async fn guests_who_were_not_seen_for_long_are_forgotten(store: impl Store) {
    for (user, seen) in [("old", NOW - 10), ("new", NOW), ("banned", NOW - 10)] {
        store.save_user(User { person: person(user), created: 1, seen }).await.unwrap();
    }
    store.open_account(Account { created: NOW - 20, ..account("anna", "Anna") }).await.unwrap();
    store.ban(Ban { user: id("banned"), reason: "x".to_owned(), since: NOW }).await.unwrap();
    assert_eq!(store.prune_guests(NOW).await.unwrap(), 1);
    let names = |guests, limit| {
        let people = store.people(guests, limit);
        async move {
            let people = people.await.unwrap().into_iter();
            people.map(|listed| (listed.user.person.id.to_string(), listed.ban.is_some())).collect::<Vec<_>>()
        }
    };
    let all = [("new".to_owned(), false), ("banned".to_owned(), true), ("anna".to_owned(), false)];
    assert_eq!(names(true, 10).await, all);
    assert_eq!(names(true, 1).await, all[..1]);
    assert_eq!(names(false, 10).await, all[2..]);
}

async fn private_lines_are_found_by_either_side(store: impl Store) {
    let say = |from: &str, channel: Channel, text: &str, number| {
        store.say(NewLine {
            channel,
            from: person(from),
            text: text.to_owned(),
            time: NOW,
            by: command(&format!("{from}/tab"), number),
        })
    };
    let to = |user: &str| Channel::User(id(user));
    say("anna", Channel::Lobby, "hello", 1).await.unwrap();
    say("anna", to("bert"), "psst", 2).await.unwrap();
    say("bert", to("anna"), "yes?", 1).await.unwrap();
    say("carl", to("carl"), "note to self", 1).await.unwrap();
    let texts = |user: &str, limit| {
        let user = id(user);
        let store = &store;
        async move {
            let lines = store.private_lines(&user, limit).await.unwrap().into_iter();
            lines.map(|(channel, line)| (channel, line.text)).collect::<Vec<_>>()
        }
    };
    let both = [(to("bert"), "psst".to_owned()), (to("anna"), "yes?".to_owned())];
    assert_eq!(texts("anna", 10).await, both);
    assert_eq!(texts("bert", 10).await, both);
    assert_eq!(texts("bert", 1).await, both[1..]);
    assert_eq!(texts("carl", 10).await, [(to("carl"), "note to self".to_owned())]);
}

async fn a_deletion_takes_the_name_out_of_everything(store: impl Store) {
    store.open_account(account("anna", "Anna")).await.unwrap();
    store.log_in(login("one", "anna")).await.unwrap();
    let lease = store.register("node", LATER).await.unwrap();
    let mut row = table("one", NOW, command("anna/tab", 1));
    row.settings.chairs = vec![ChairChoice::For(person("anna")), ChairChoice::For(person("bert"))];
    let one = store.create_table(row).await.unwrap();
    store.claim(&one, &lease, NOW).await.unwrap();
    let mut events: Vec<_> = (1..=3).map(|seq| event(seq, None)).collect();
    events[1].event.what = TableHappening::Sat { chair: 1, who: Sitter::Person(person("bert")) };
    let names = vec!["Player anna".to_owned(), "Player bert".to_owned()];
    events[2].event.what = TableHappening::Began { names };
    store.append(append(&lease, &one, events)).await.unwrap();
    let line = NewLine {
        channel: Channel::Lobby,
        from: person("anna"),
        text: "secret".to_owned(),
        time: NOW,
        by: command("anna/tab", 2),
    };
    store.say(line).await.unwrap();
    let other = store.create_table(table("two", NOW, command("x/tab", 1)));
    other.await.unwrap();

    assert_eq!(store.belongings(&id("anna")).await.unwrap().lines.len(), 1);
    let tables = store.delete_account(&id("anna")).await.unwrap();
    // Anna is the host of both tables.
    assert_eq!(tables.len(), 2);
    let row = store.table(&one).await.unwrap().unwrap();
    assert_eq!((row.host.name.as_str(), row.summary.host.name.as_str()), (DELETED, DELETED));
    let told = format!("{row:?} {:?}", store.events(&one, 0).await.unwrap());
    assert!(!told.contains("Player anna") && told.contains("Player bert"), "{told}");
    let lobby = store.lines(&Channel::Lobby, &id("bert"), 10).await.unwrap();
    assert_eq!((lobby[0].text.as_str(), lobby[0].from.name.as_str()), (DELETED, DELETED));
    assert_eq!(store.account(&id("anna")).await.unwrap(), None);
    assert_eq!(store.login(&hash("one")).await.unwrap(), None);
    assert_eq!(store.user(&id("anna")).await.unwrap().unwrap().person.name, DELETED);
    assert!(!store.standing(&id("anna")).await.unwrap().is_guest, "nobody becomes this guest again");
    assert_eq!(store.open_account(account("anna", "Anna")).await.unwrap(), Kept::NotPossible);
    assert_eq!(store.open_account(account("eva", "Anna")).await.unwrap(), Kept::Written);
}

promises![
    an_account_is_opened_once_and_names_are_unique,
    an_account_is_changed_but_not_into_another_one,
    d_18_names_that_look_alike_are_taken,
    log_ins_end_one_by_one_or_together,
    tokens_are_counted_listed_and_revoked,
    bans_begin_and_end,
    guests_who_were_not_seen_for_long_are_forgotten,
    private_lines_are_found_by_either_side,
    a_deletion_takes_the_name_out_of_everything,
];
