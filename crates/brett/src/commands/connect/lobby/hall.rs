//! Who is in the lobby, who waits for an opponent, and which tables there are.

use framework::{GameEntry, Language, Text};
use protocol::{LobbyChange, OpenSeek, Person, Phase, Sitter, TableSummary, UserId};

use super::plain;

/// The lobby as it is now.
#[derive(Default)]
pub(super) struct Hall {
    pub(super) people: Vec<Person>,
    pub(super) tables: Vec<TableSummary>,
    pub(super) seeks: Vec<OpenSeek>,
}

/// Where one can go by its number in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// A person who waits for an opponent.
    Seek(OpenSeek),
    /// A table.
    Table(TableSummary),
}

impl Hall {
    /// Notes a change; the result is what is worth a line to another person.
    pub(super) fn apply(&mut self, change: LobbyChange) -> Option<Entry> {
        match change {
            LobbyChange::Came(person) => {
                self.people.retain(|known| known.id != person.id);
                self.people.push(person);
                None
            }
            LobbyChange::Went(gone) => {
                self.people.retain(|person| person.id != gone);
                None
            }
            LobbyChange::Table(table) => match self.tables.iter_mut().find(|known| known.id == table.id) {
                Some(known) => {
                    *known = table;
                    None
                }
                None => {
                    self.tables.push(table.clone());
                    (table.phase == Phase::Waiting).then_some(Entry::Table(table))
                }
            },
            LobbyChange::Gone(gone) => {
                self.tables.retain(|table| table.id != gone);
                None
            }
            LobbyChange::Seeks(seek) => {
                self.seeks.retain(|known| known.person.id != seek.person.id);
                self.seeks.push(seek.clone());
                Some(Entry::Seek(seek))
            }
            LobbyChange::SeekGone(gone) => {
                self.seeks.retain(|seek| seek.person.id != gone);
                None
            }
        }
    }

    /// Everything that can be joined: first those who wait for an opponent, then the tables.
    pub(super) fn entries(&self, me: &UserId) -> Vec<Entry> {
        let seeks = self.seeks.iter().filter(|seek| seek.person.id != *me).cloned().map(Entry::Seek);
        seeks.chain(self.tables.iter().cloned().map(Entry::Table)).collect()
    }

    /// A person by name, in any case of letters.
    pub(super) fn person(&self, name: &str) -> Option<&Person> {
        self.people.iter().find(|person| person.name.to_lowercase() == name.to_lowercase())
    }
}

/// An entry in a line.
pub(super) fn described(entry: &Entry, games: &[GameEntry]) -> Text {
    match entry {
        Entry::Seek(OpenSeek { person, seek }) => {
            let what = terms(games, &seek.game, &seek.options, &seek.clock, seek.rated);
            let name = plain(&person.name);
            Text::new(
                format!("{name} is looking for an opponent: {}", what.en),
                format!("{name} sucht jemanden zum Spielen: {}", what.de),
            )
        }
        Entry::Table(table) => {
            let what = terms(games, &table.game, &table.options, &table.clock, table.rated);
            let chairs = |free: &str| {
                let name = |sitter: &Option<Sitter>| sitter.as_ref().map_or(free.to_owned(), sitter_name);
                table.chairs.iter().map(|chair| name(&chair.sitter)).collect::<Vec<_>>().join(" – ")
            };
            let (en, de) = match table.phase {
                Phase::Waiting => ("open", "offen"),
                Phase::Playing => ("playing", "läuft"),
                Phase::Over | Phase::Closed => ("over", "vorbei"),
            };
            Text::new(
                format!("{}: {} ({en})", what.en, chairs("free")),
                format!("{}: {} ({de})", what.de, chairs("frei")),
            )
        }
    }
}

/// What is played, in a few words.
fn terms(games: &[GameEntry], game: &str, options: &str, clock: &str, rated: bool) -> Text {
    let said = |language, no_clock: &str, for_ratings: &str| {
        let named = games.iter().find(|entry| entry.info.id == game);
        let name =
            named.map_or_else(|| plain(game), |entry| entry.info.name.in_language(language).to_owned());
        let clock = if clock == "none" { no_clock.to_owned() } else { plain(clock) };
        let rated = if rated { for_ratings } else { "" };
        format!("{name} {}, {clock}{rated}", plain(options)).replace(" ,", ",")
    };
    Text::new(
        said(Language::English, "no clock", ", rated"),
        said(Language::German, "ohne Uhr", ", gewertet"),
    )
}

/// What people call who sits on a chair.
pub(super) fn sitter_name(sitter: &Sitter) -> String {
    match sitter {
        Sitter::Person(person) => plain(&person.name),
        Sitter::Engine(name) => plain(name),
    }
}

#[cfg(test)]
mod tests {
    use protocol::Seek;

    use super::*;

    fn person(id: &str, name: &str) -> Person {
        Person::guest(id.parse().unwrap(), name.to_owned())
    }

    fn seek(person: &Person) -> OpenSeek {
        let seek = Seek {
            game: "othello".to_owned(),
            options: "8x8".to_owned(),
            clock: "5m+3s".to_owned(),
            length: None,
            rated: false,
        };
        OpenSeek { person: person.clone(), seek }
    }

    #[test]
    fn who_comes_and_goes_is_in_the_list_once() {
        let anna = person("anna-anna-anna-anna", "Anna");
        let mut hall = Hall::default();
        for _ in 0..2 {
            assert_eq!(hall.apply(LobbyChange::Came(anna.clone())), None);
        }
        assert_eq!(hall.people.len(), 1);
        assert_eq!(hall.person("anna"), Some(&anna));
        hall.apply(LobbyChange::Went(anna.id));
        assert!(hall.people.is_empty());
    }

    #[test]
    fn one_goes_to_others_who_wait_and_not_to_oneself() {
        let (anna, bert) = (person("anna-anna-anna-anna", "Anna"), person("bert-bert-bert-bert", "Bert"));
        let mut hall = Hall::default();
        assert_eq!(hall.apply(LobbyChange::Seeks(seek(&anna))), Some(Entry::Seek(seek(&anna))));
        assert_eq!(hall.entries(&bert.id), [Entry::Seek(seek(&anna))]);
        assert_eq!(hall.entries(&anna.id), []);
        let line = described(&Entry::Seek(seek(&anna)), catalog::GAMES);
        assert_eq!(line.en, "Anna is looking for an opponent: Othello 8x8, 5m+3s");
        assert_eq!(line.de, "Anna sucht jemanden zum Spielen: Othello 8x8, 5m+3s");
    }
}
