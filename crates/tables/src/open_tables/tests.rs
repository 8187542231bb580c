//! Limits on tables, and a fair list of them.

use protocol::{Chair, Person, Watchers};

use super::*;

fn person(name: &str) -> Person {
    Person::guest(name.parse().unwrap(), name.to_owned())
}

fn address(last: u8) -> AddressBlock {
    std::net::IpAddr::from([203, 0, 113, last]).into()
}

fn seated(name: &str) -> Chair {
    Chair { sitter: Some(Sitter::Person(person(name))), ..Chair::default() }
}

fn engine() -> Chair {
    Chair { sitter: Some(Sitter::Engine("level1".to_owned())), ..Chair::default() }
}

fn table(id: &str, host: &str, phase: Phase, chairs: Vec<Chair>, created: u64) -> TableSummary {
    TableSummary {
        id: id.parse().unwrap(),
        game: "othello".to_owned(),
        options: String::new(),
        host: person(host),
        chairs,
        length: String::new(),
        clock: "none".to_owned(),
        rated: false,
        locked: false,
        watchers: Watchers::Everyone,
        phase,
        created,
    }
}

fn waiting(id: &str, host: &str, created: u64) -> TableSummary {
    table(id, host, Phase::Waiting, vec![seated(host), Chair::default()], created)
}

/// So many tables of a host, made from an address.
fn fill(open: &OpenTables, host: &str, n: usize, from: Option<AddressBlock>, created: u64) {
    for number in 0..n {
        let id = format!("{host}-{number}");
        open.note(&waiting(&id, host, created + number as u64), false);
        if let Some(from) = from {
            open.note_address(&id.parse().unwrap(), from);
        }
    }
}

/// What has to be closed before a table can be made.
fn admit(
    open: &OpenTables,
    host: &str,
    from: Option<AddressBlock>,
    kind: TableKind,
) -> Result<Vec<TableId>, Problem> {
    open.admit(&host.parse().unwrap(), from, kind).map(|admission| admission.closable.clone())
}

#[track_caller]
fn is_admitted(open: &OpenTables, host: &str, from: Option<AddressBlock>, kind: TableKind) {
    assert_eq!(admit(open, host, from, kind), Ok(Vec::new()));
}

#[test]
fn a_person_has_five_waiting_tables_and_one_more_when_one_ends() {
    let open = OpenTables::default();
    fill(&open, "anna", 4, None, 0);
    is_admitted(&open, "anna", None, TableKind::Waiting);
    fill(&open, "anna", 5, None, 0);
    let refused = admit(&open, "anna", None, TableKind::Waiting).unwrap_err();
    assert_eq!(refused.code, Code::Limit);
    assert_eq!(refused.sentence, "you have 5 tables that wait for players; close one of them first");
    is_admitted(&open, "bert", None, TableKind::Waiting);
    open.note(&TableSummary { phase: Phase::Closed, ..waiting("anna-2", "anna", 2) }, false);
    is_admitted(&open, "anna", None, TableKind::Waiting);
}

#[test]
fn many_guests_of_one_address_share_its_limit() {
    let open = OpenTables::default();
    for number in 0..25 {
        fill(&open, &format!("guest{number}"), 4, Some(address(1)), 0);
    }
    let refused = admit(&open, "newcomer", Some(address(1)), TableKind::Waiting).unwrap_err();
    assert_eq!(
        refused.sentence,
        "your network has 100 tables that wait for players; close one of them first"
    );
    is_admitted(&open, "newcomer", Some(address(2)), TableKind::Waiting);
}

#[test]
fn a_new_match_takes_the_place_of_the_oldest_against_computers_alone() {
    let open = OpenTables::default();
    for number in 0..50 {
        let other = if number < 2 { seated("bert") } else { engine() };
        let summary =
            table(&format!("t{number}"), "anna", Phase::Playing, vec![seated("anna"), other], number);
        open.note(&summary, false);
    }
    let closable = admit(&open, "anna", None, TableKind::Running).unwrap();
    assert_eq!((closable.len(), closable[0].as_str()), (48, "t2"), "matches against people are never closed");
    let engines = |id: &str| table(id, "carl", Phase::Playing, vec![engine(), engine()], 0);
    open.note(&engines("e1"), true);
    is_admitted(&open, "carl", None, TableKind::Engines);
    open.note(&engines("e2"), true);
    assert_eq!(admit(&open, "carl", None, TableKind::Engines).unwrap().len(), 2);
}

#[test]
fn tables_are_made_at_a_limited_rate() {
    let (open, begin) = (OpenTables::default(), Instant::now());
    let anna = "anna".parse().unwrap();
    let made = |now| (0..1_000).filter(|_| open.pace(&anna, None, now).is_ok()).count();
    assert_eq!(made(begin), TABLES_PER_PERSON.count as usize);
    assert_eq!(made(begin + TABLES_PER_PERSON.per), TABLES_PER_PERSON.count as usize);
    let many =
        |guest: usize| open.pace(&format!("g{guest}").parse().unwrap(), Some(address(1)), begin).is_ok();
    assert_eq!((0..1_000).filter(|&guest| many(guest)).count(), TABLES_PER_ADDRESS.count as usize);
}

#[test]
fn lobby_list_is_fair_between_hosts() {
    let open = OpenTables::default();
    open.note(&waiting("honest", "anna", 1), false);
    for number in 0..400 {
        fill(&open, &format!("guest{number}"), 3, Some(address(1)), 1_000);
    }
    let listed = open.listed();
    assert_eq!(listed.len(), MAX_LOBBY_ENTRIES);
    assert!(listed.iter().any(|table| table.id.as_str() == "honest"), "hosts at one address take turns");
    // Nor does one person.
    let open = OpenTables::default();
    open.note(&waiting("honest", "anna", 1), false);
    fill(&open, "flood", 400, None, 1_000);
    let listed = open.listed();
    assert_eq!(listed.len(), 1 + MAX_LOBBY_TABLES_PER_HOST);
    assert!(listed.iter().any(|table| table.id.as_str() == "honest"));
    assert!(listed.is_sorted_by_key(|table| Reverse(table.created)), "the newest first");
}

#[test]
fn hidden_tables_count_and_are_not_listed() {
    let open = OpenTables::default();
    for number in 0..5 {
        open.note(&waiting(&format!("t{number}"), "anna", number), true);
    }
    assert!(open.listed().is_empty());
    assert!(admit(&open, "anna", None, TableKind::Waiting).is_err());
}

#[test]
fn what_has_ended_leaves_nothing_behind() {
    let open = OpenTables::default();
    fill(&open, "anna", 3, Some(address(1)), 0);
    for number in 0..3 {
        let over = TableSummary { phase: Phase::Over, ..waiting(&format!("anna-{number}"), "anna", 0) };
        open.note(&over, false);
    }
    let known = open.known();
    assert!(known.tables.is_empty() && known.by_host.is_empty() && known.by_address.is_empty());
}

#[test]
fn requests_at_the_same_moment_do_not_get_through_together() {
    let open = OpenTables::default();
    let anna = "anna".parse().unwrap();
    let mut at_once: Vec<_> =
        (0..100).filter_map(|_| open.admit(&anna, None, TableKind::Waiting).ok()).collect();
    assert_eq!(at_once.len(), MAX_WAITING_TABLES_PER_PERSON);
    at_once.pop();
    is_admitted(&open, "anna", None, TableKind::Waiting);
}

#[test]
fn the_tables_of_a_player_follow_who_sits_where_and_are_bounded() {
    let open = OpenTables::default();
    let of = |user: &str| -> Vec<(String, Option<bool>)> {
        let theirs = open.of_player(&user.parse().unwrap(), 3).into_iter();
        theirs.map(|table| (table.summary.id.to_string(), table.is_their_turn)).collect()
    };
    let playing = |first: Chair| table("a", "anna", Phase::Playing, vec![first, seated("bert")], 1);
    open.note(&playing(seated("anna")), true);
    assert_eq!(of("anna"), [("a".to_owned(), None)], "nobody has loaded it yet");
    open.note_deciding(&"a".parse().unwrap(), vec![1], None);
    assert_eq!((of("anna")[0].1, of("bert")[0].1), (Some(false), Some(true)));
    // Anna goes, and her chair is kept while a computer sits there: it is not her turn, whatever happens.
    open.note(&playing(Chair { kept_for: Some(person("anna")), ..engine() }), true);
    open.note_deciding(&"a".parse().unwrap(), vec![0], None);
    assert_eq!(of("anna"), [("a".to_owned(), Some(false))]);
    open.note(&playing(engine()), true);
    assert_eq!(of("anna"), [], "it is not kept any more");
    fill(&open, "bert", 5, None, 10);
    let newest = ["bert-4", "bert-3", "bert-2"].map(|id| (id.to_owned(), Some(false)));
    assert_eq!(of("bert"), newest);
    for number in 0..5 {
        open.note(
            &TableSummary { phase: Phase::Over, ..waiting(&format!("bert-{number}"), "bert", 10) },
            false,
        );
    }
    assert_eq!(of("bert"), [("a".to_owned(), Some(false))]);
}
