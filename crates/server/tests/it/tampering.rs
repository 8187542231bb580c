//! Who changes the database behind the server's back is found out.

use std::path::Path;

use protocol::Channel;
use server::{Admin, AuditNotes, restore};
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions,
};
use store::{Account, AccountStore as _, Append, Ban, NewLine, Store as _};
use store_sqlite::{AuditHead, AuditKey, ChainReport, SqliteStore, Tampering};

use crate::{
    folder::Folder,
    standings::{lease, person, play, write},
    store_contract::command,
};

fn line(from: &str, number: u64, text: &str) -> NewLine {
    NewLine {
        channel: Channel::Lobby,
        from: person(from, false),
        text: text.to_owned(),
        time: 50,
        by: command(&format!("{from}/tab"), number),
    }
}

/// A database with three rated matches, one that is played, chat, and a ban.
async fn fill(file: &Path) {
    let store = SqliteStore::open(file).await.unwrap();
    for name in ["anna", "bert"] {
        let account = Account { person: person(name, false), password: None, email: None, created: 1 };
        store.open_account(account).await.unwrap();
    }
    let lease = lease(&store).await;
    let bert = person("bert", false);
    for (time, id) in (100..).zip(["t1", "t2", "t3"]) {
        write(&store, &lease, &play(id, |_| (), &bert), time).await;
    }
    let running = play("running", |_| (), &bert);
    store.create_table(running.row.clone()).await.unwrap();
    store.claim(&running.row.id, &lease, 104).await.unwrap();
    let append = running.append(&lease, 104);
    let half = append.events[..append.events.len() - 2].to_vec();
    store.append(Append { events: half, summary: None, results: Vec::new(), ..append }).await.unwrap();
    for (number, text) in (1..).zip(["hello", "good luck", "well played"]) {
        store.say(line("anna", number, text)).await.unwrap();
    }
    store.say(line("bert", 1, "thanks")).await.unwrap();
    let ban = Ban { user: "mallory".parse().unwrap(), reason: "insults".to_owned(), since: 60 };
    store.ban(ban).await.unwrap();
    store.close().await;
}

async fn connect(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(file).connect().await.unwrap()
}

/// Changes the file as somebody does who has it and knows SQL.
async fn tamper(file: &Path, statements: &str) {
    let mut connection = connect(file).await;
    for statement in statements.split(';').filter(|statement| !statement.trim().is_empty()) {
        let changed =
            sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
        assert!(0 < changed.rows_affected(), "nothing was changed by {statement}");
    }
    connection.close().await.unwrap();
}

async fn examine(file: &Path, noted: &[AuditHead]) -> ChainReport {
    let store = SqliteStore::open_to_read(file).await.unwrap();
    let report = store.check_audit_chain(noted).await.unwrap();
    store.close().await;
    report
}

/// Checks that one tampering is found, and what is said about it.
async fn check(statements: &str, expected: &str) {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    fill(&file).await;
    let before = examine(&file, &[]).await;
    assert_eq!(before.findings, [], "nobody has changed anything yet");
    tamper(&file, statements).await;
    let found: Vec<_> = examine(&file, &[]).await.findings.iter().map(ToString::to_string).collect();
    assert!(found.iter().any(|finding| finding.contains(expected)), "{expected:?} is not in {found:?}");
}

const LAST_MOVE: &str =
    "(SELECT MAX(seq) FROM events WHERE table_id = 't2' AND payload LIKE '%\"text\":\"2\"%')";

#[tokio::test]
async fn s_22_a_changed_move_of_a_rated_match_is_found() {
    let change = format!(
        "UPDATE events SET payload = replace(payload, '\"text\":\"2\"', '\"text\":\"3\"') \
         WHERE table_id = 't2' AND seq = {LAST_MOVE}"
    );
    check(&change, "the events of table t2 were changed").await;
}

#[tokio::test]
async fn s_22_a_changed_move_of_a_running_match_is_found() {
    let change = "UPDATE events SET payload = replace(payload, '\"text\":\"2\"', '\"text\":\"3\"') \
                  WHERE table_id = 'running' AND payload LIKE '%\"text\":\"2\"%'";
    check(change, "the events of table running were changed").await;
}

#[tokio::test]
async fn s_22_a_changed_thinking_time_is_found() {
    let change = "UPDATE events SET payload = replace(payload, '\"spent\":500', '\"spent\":5') \
                  WHERE table_id = 't2' AND payload LIKE '%\"spent\":500%'";
    check(change, "the events of table t2 were changed").await;
    check("UPDATE events SET at = at - 1 WHERE table_id = 't2' AND seq = 4", "the events of table t2").await;
}

#[tokio::test]
async fn s_22_a_changed_rating_is_found() {
    let change = "UPDATE ratings SET rating = 2500 WHERE user_id = 'bert'";
    check(change, "the rating of bert in connect4 is 2500.0").await;
    check("UPDATE ratings SET volatility = 0.07 WHERE user_id = 'bert'", "the rating of bert").await;
    check("UPDATE ratings SET games = 30 WHERE user_id = 'bert'", "after 30 matches").await;
    check("DELETE FROM ratings WHERE user_id = 'bert'", "is none, but the results give").await;
    let planted = "INSERT INTO ratings VALUES ('mallory', 'othello', 2000, 50, 0.06, 9, 1)";
    check(planted, "the rating of mallory in othello is 2000.0").await;
}

#[tokio::test]
async fn s_22_a_changed_rating_change_is_found() {
    let change = "UPDATE rating_changes SET after = 1700 WHERE table_id = 't1' AND chair = 1";
    check(change, "the change of a rating at chair 1 of table t1 was changed").await;
    check(change, "the change of a rating at chair 1 of table t1 is not what the results give").await;
    check("DELETE FROM rating_changes WHERE table_id = 't1' AND chair = 1", "chair 1 of table t1 was").await;
}

#[tokio::test]
async fn s_22_a_changed_standing_or_result_is_found() {
    let turned = "UPDATE standings SET outcome = 'won' WHERE table_id = 't1' AND chair = 1";
    check(turned, "the results or standings of table t1 were changed").await;
    check("UPDATE standings SET thinking = 1 WHERE table_id = 't1' AND chair = 0", "of table t1 were").await;
    check("UPDATE results SET points = 9 WHERE table_id = 't1' AND chair = 1", "of table t1 were").await;
    let planted = "INSERT INTO results VALUES ('running', 0, 'bert', 'B', 'connect4', 1, 0, 0, 1, 1, 7)";
    check(planted, "the results or standings of table running were changed").await;
}

#[tokio::test]
async fn s_22_a_changed_removed_or_added_line_of_chat_is_found() {
    check("UPDATE chats SET text = 'bad luck' WHERE number = 2", "line 2 of the chat was changed").await;
    check("UPDATE chats SET channel = 'table/t1' WHERE number = 2", "line 2 of the chat was changed").await;
    let erased = "UPDATE chats SET text = 'deleted', salt = x'' WHERE number = 2";
    check(erased, "line 2 of the chat was changed").await;
    check("DELETE FROM chats WHERE number = 2", "line 2 of the chat was removed").await;
    let added =
        "INSERT INTO chats SELECT 9, channel, sender, 'forged', time, client, 9, salt FROM chats LIMIT 1";
    check(added, "1 lines of the chat were added by hand").await;
}

#[tokio::test]
async fn s_22_a_removed_changed_or_added_ban_is_found() {
    check("DELETE FROM bans", "the ban of mallory was removed").await;
    check("UPDATE bans SET reason = 'none'", "the ban of mallory was changed").await;
    check("INSERT INTO bans VALUES ('bert', 'x', 1)", "the ban of bert was added by hand").await;
}

#[tokio::test]
async fn s_22_a_deleted_or_added_match_is_found() {
    let delete = "DELETE FROM tables WHERE id = 't2'; DELETE FROM events WHERE table_id = 't2'; \
                  DELETE FROM results WHERE table_id = 't2'; DELETE FROM standings WHERE table_id = 't2'; \
                  DELETE FROM rating_changes WHERE table_id = 't2'";
    check(delete, "table t2 was removed").await;
    let add = "INSERT INTO tables SELECT 'forged', host, settings, secret, 'other', summary, listed, created, 'c', \
               1, last_seq, owner_node, owner_epoch, events_hash, sealed_seq FROM tables WHERE id = 't2'";
    check(add, "table forged was added by hand").await;
    let unrated = "UPDATE tables SET settings = replace(settings, '\"rated\":true', '\"rated\":false') \
                   WHERE id = 't2'";
    check(unrated, "the settings of table t2 were changed").await;
}

#[tokio::test]
async fn s_22_a_changed_or_shortened_chain_is_found() {
    check("DELETE FROM audit WHERE number = 5", "entry 6 of the audit chain does not follow").await;
    check("UPDATE audit SET content = zeroblob(32) WHERE number = 5", "entry 5 of the audit chain").await;
    check("DELETE FROM audit WHERE number < 4", "the audit chain has no beginning").await;
    check("DELETE FROM audit", "the audit chain has no beginning").await;
}

#[tokio::test]
async fn a_tail_that_was_cut_off_is_found_by_a_head_that_was_noted_elsewhere() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    fill(&file).await;
    let store = SqliteStore::open(&file).await.unwrap();
    let early = store.audit_head().await.unwrap();
    store.say(line("bert", 2, "one more thing")).await.unwrap();
    let late = store.audit_head().await.unwrap();
    store.close().await;
    let whole = examine(&file, &[early, late]).await;
    assert_eq!((whole.findings, whole.heads), (Vec::new(), 2));
    tamper(
        &file,
        "DELETE FROM chats WHERE text = 'one more thing'; \
         DELETE FROM audit WHERE number = (SELECT MAX(number) FROM audit)",
    )
    .await;
    assert_eq!(examine(&file, &[early]).await.findings, [], "the file alone cannot show it");
    assert_eq!(examine(&file, &[early, late]).await.findings, [Tampering::Head(late.number)]);
}

/// The head covers running matches: who rewrites one and computes its hashes anew is found out by the head.
#[tokio::test]
async fn a_restored_backup_is_noted_in_its_own_chain() {
    let [folder, elsewhere] = [Folder::new(), Folder::new()];
    fill(&folder.path().join("brett.db")).await;
    let copy = folder.path().join("monday.db");
    let admin = Admin::open(folder.path()).await.unwrap();
    admin.backup(&copy, catalog::GAMES, |_| ()).await.unwrap();
    admin.close().await;
    restore(elsewhere.path(), &copy, catalog::GAMES, |_| ()).await.unwrap();
    let restored = elsewhere.path().join("brett.db");
    assert_eq!(examine(&restored, &[]).await.findings, []);
    let last = "SELECT subject FROM audit WHERE kind = 'admin' ORDER BY number DESC LIMIT 1";
    let mut connection = connect(&restored).await;
    let subject: String = sqlx::query_scalar(last).fetch_one(&mut connection).await.unwrap();
    assert_eq!(subject, "restore monday.db");
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_running_match_is_covered_up_to_the_moment_at_which_the_head_was_asked_for() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    fill(&file).await;
    let store = SqliteStore::open(&file).await.unwrap();
    store.audit_head().await.unwrap();
    store.close().await;
    // The hash of the table is forged along with the event: the entry in the main chain still knows better.
    tamper(
        &file,
        "DELETE FROM events WHERE table_id = 'running' AND seq = (SELECT last_seq FROM tables WHERE id = 'running'); \
         UPDATE tables SET last_seq = last_seq - 1, events_hash = zeroblob(32) WHERE id = 'running'",
    )
    .await;
    let findings = examine(&file, &[]).await.findings;
    assert_eq!(findings, [Tampering::Events("running".to_owned())]);
}

#[tokio::test]
async fn an_account_is_erased_and_the_chain_still_agrees() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    fill(&file).await;
    let store = SqliteStore::open(&file).await.unwrap();
    let head = store.audit_head().await.unwrap();
    store.delete_account(&"anna".parse().unwrap()).await.unwrap();
    // Life goes on for her last opponent.
    let lease = lease(&store).await;
    let carla = person("carla", false);
    write(&store, &lease, &play("t4", |_| (), &carla), 200).await;
    store.close().await;
    let report = examine(&file, &[head]).await;
    assert_eq!((report.findings, report.heads), (Vec::new(), 1));
    tamper(&file, "UPDATE chats SET text = 'forged' WHERE number = 1").await;
    assert_eq!(
        examine(&file, &[]).await.findings,
        [Tampering::LineChanged(1)],
        "what is left is still covered"
    );
    // Nothing that she said can be guessed from what is left: the salt of its hash is gone.
    let mut connection = connect(&file).await;
    let (salts,): (i64,) =
        sqlx::query_as("SELECT COUNT(*) FROM chats WHERE client LIKE 'anna/%' AND salt <> x''")
            .fetch_one(&mut connection)
            .await
            .unwrap();
    connection.close().await.unwrap();
    assert_eq!(salts, 0);
}

#[tokio::test]
async fn a_database_of_an_earlier_version_is_covered_from_its_first_start_on() {
    let folder = Folder::new();
    let file = folder.path().join("brett.db");
    fill(&file).await;
    let mut connection = connect(&file).await;
    for statement in [
        "DROP TABLE solvers",
        "DROP TABLE puzzles",
        "DROP TABLE puzzle_tries",
        "DROP TABLE mistakes",
        "DROP TABLE game_reports",
        "DROP TABLE reported_matches",
        "DROP TABLE tournaments",
        "DROP TABLE reports",
        "DROP TABLE relations",
        "DROP TABLE audit",
        "DROP INDEX tables_unsealed",
        "ALTER TABLE tables DROP COLUMN events_hash",
        "ALTER TABLE tables DROP COLUMN sealed_seq",
        "ALTER TABLE chats DROP COLUMN salt",
        "DELETE FROM schema_steps WHERE step > 5",
    ] {
        sqlx::query(statement).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let store = SqliteStore::open(&file).await.unwrap();
    // A match that was running goes on, and a new one counts on top of the old ratings.
    let lease = lease(&store).await;
    write(&store, &lease, &play("t5", |_| (), &person("bert", false)), 300).await;
    store.say(line("bert", 7, "back again")).await.unwrap();
    store.close().await;
    let report = examine(&file, &[]).await;
    assert_eq!((report.findings, report.lines, report.ratings), (Vec::new(), 5, 2));
    for (statement, expected) in [
        ("UPDATE chats SET text = 'x' WHERE number = 1", Tampering::LineChanged(1)),
        ("UPDATE events SET time = 5 WHERE table_id = 't1' AND seq = 3", Tampering::Events("t1".to_owned())),
        ("DELETE FROM bans", Tampering::BanRemoved("mallory".to_owned())),
    ] {
        tamper(&file, statement).await;
        let findings = examine(&file, &[]).await.findings;
        assert!(findings.contains(&expected), "{expected} is not in {findings:?}");
    }
}

#[test]
fn heads_are_noted_line_by_line_and_read_again() {
    let folder = Folder::new();
    let (file, key) = (folder.path().join("heads"), folder.path().join("key"));
    std::fs::write(&key, [7; 32]).unwrap();
    let notes = AuditNotes::new(&file, Some(&key)).unwrap();
    let heads = [1, 2].map(|number| AuditHead { number, time: 5, hash: [number as u8; 32] });
    for head in &heads {
        notes.note(head).unwrap();
    }
    assert_eq!(notes.read().unwrap(), heads);
    assert_eq!(AuditNotes::new(&file, None).unwrap().read().unwrap(), heads);
    std::fs::write(&key, [8; 32]).unwrap();
    let refused = AuditNotes::new(&file, Some(&key)).unwrap().read().unwrap_err().to_string();
    assert!(refused.contains("signature"), "{refused}");
    assert!(AuditKey::new(&[1; 15]).is_err());
}
