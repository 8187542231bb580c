//! The fields by which people are asked for the rules.

use framework::{Answers, FieldGroup, FieldInfo, Text};

use crate::game::MAX_MATCH;

/// Where the checkers start, how long the match is, and what is agreed about the cube.
pub(crate) static FIELDS: [FieldGroup; 6] = [
    FieldGroup {
        pattern: "{start}",
        only_if: None,
        fields: &[FieldInfo {
            name: "start",
            label: Text::fixed("start of the checkers", "Aufstellung"),
            answers: Answers::Choice(&STARTS),
        }],
    },
    FieldGroup {
        pattern: "match={match}",
        only_if: None,
        fields: &[FieldInfo::number(
            "match",
            Text::fixed("points of the match (0: money play)", "Punkte des Wettkampfs (0: einzelne Spiele)"),
            (0, MAX_MATCH),
            0,
        )],
    },
    FieldGroup {
        pattern: "jacoby",
        only_if: None,
        fields: &[FieldInfo::switch("jacoby", Text::fixed("Jacoby rule", "Jacoby-Regel"))],
    },
    FieldGroup {
        pattern: "beavers",
        only_if: None,
        fields: &[FieldInfo::switch("beavers", Text::fixed("beavers", "Biber"))],
    },
    FieldGroup {
        pattern: "nocube",
        only_if: None,
        fields: &[FieldInfo::switch("nocube", Text::fixed("without the cube", "ohne Verdopplungswürfel"))],
    },
    FieldGroup {
        pattern: "nocrawford",
        only_if: None,
        fields: &[FieldInfo::switch(
            "nocrawford",
            Text::fixed("without the Crawford rule", "ohne Crawford-Regel"),
        )],
    },
];

static STARTS: [(&str, Text); 3] = [
    ("standard", Text::fixed("usual", "üblich")),
    ("nackgammon", Text::fixed("Nackgammon", "Nackgammon")),
    ("hypergammon", Text::fixed("Hypergammon: three checkers", "Hypergammon: drei Steine")),
];
