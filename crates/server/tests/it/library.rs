//! What is told about the games before anybody plays.

use protocol::{
    AnswersCard, ChairChoice, GameCard, NewTable, SearchNodeKind, SearchTree, ValueBound, VariantCard,
};
use tables::Agreed;

use crate::running::Running;

#[tokio::test]
async fn every_game_tells_the_fields_by_which_its_options_are_asked_for() {
    let server = Running::start().await;
    let games = server.browser().get("/api/games").await.fine(200).json();
    let games: Vec<GameCard> = serde_json::from_value(games).unwrap();
    let bounds = |id: &str| {
        let game = games.iter().find(|game| game.id == id).unwrap();
        let fields = game.fields.iter().flat_map(|group| &group.fields);
        let bounds = fields.filter_map(|field| match field.answers {
            AnswersCard::Number { least, most, .. } => Some((field.name.as_str(), least, most)),
            _ => None,
        });
        bounds.collect::<Vec<_>>()
    };
    assert_eq!(bounds("connect4"), [("columns", 1, 32), ("rows", 1, 32), ("k", 2, 32)]);
    assert_eq!(bounds("othello"), [("side", 4, 16)]);
    assert_eq!(bounds("backgammon"), [("match", 0, 64)]);
    assert_eq!(
        bounds("blokus"),
        [
            ("width", 3, 30),
            ("height", 3, 30),
            ("colors", 2, 4),
            ("ones", 0, 9),
            ("twos", 0, 9),
            ("threes", 0, 9),
            ("fours", 0, 9),
            ("fives", 0, 9),
        ]
    );
    server.stop().await;
}

#[tokio::test]
async fn every_historic_player_tells_the_options_that_can_be_chosen() {
    let server = Running::start().await;
    let games = server.browser().get("/api/games").await.fine(200).json();
    let games: Vec<GameCard> = serde_json::from_value(games).unwrap();
    let players = games.iter().flat_map(|game| &game.players);
    let asked: Vec<_> = players
        .filter(|player| !player.fields.is_empty())
        .map(|player| {
            let patterns = player.fields.iter().map(|group| group.pattern.as_str());
            (player.name.as_str(), patterns.collect::<Vec<_>>(), player.weights.len())
        })
        .collect();
    assert_eq!(
        asked,
        [
            ("praktikum-2018", vec!["level={level}"], 2),
            ("woellert-2006", vec!["depth={depth}"], 3),
            ("denkmaschine-2014", vec!["depth={depth}", "evaluation={evaluation}"], 13),
            ("welfenlab-2006", vec!["as-written"], 9),
            ("blokus-2005", vec!["{difficulty}", "style={style}", "as-written"], 4),
        ]
    );
    server.stop().await;
}

#[tokio::test]
async fn options_are_looked_at_before_a_table_is_made_and_refused_with_the_same_sentence() {
    let server = Running::start().await;
    let browser = server.browser();
    let ask = |game: &'static str, options: &str| {
        let path =
            format!("/api/variant?game={game}&options={}", options.replace(' ', "%20").replace('*', "%2A"));
        let mut browser = browser.clone();
        async move { browser.get(&path).await }
    };
    let told: VariantCard =
        serde_json::from_value(ask("blokus", "custom 5x4 colors=3").await.fine(200).json()).unwrap();
    assert_eq!(told.seats.len(), 3);
    assert!(told.options.starts_with("custom 5x4 colors=3 starts="), "{}", told.options);
    let usual: VariantCard = serde_json::from_value(ask("connect4", "").await.fine(200).json()).unwrap();
    assert_eq!((usual.options.as_str(), usual.name.en.as_ref()), ("7x6x4", "the usual board"));
    for (game, options) in [
        ("connect4", "33x6x4"),
        ("connect4", "7x6x8"),
        ("blokus", "custom 2x20"),
        ("blokus", "custom 3x3 pieces=I5*1"),
        ("blokus", "duo players=3"),
        ("othello", "7x7"),
        ("backgammon", "match=65"),
    ] {
        let refused = ask(game, options).await;
        let sentence = refused.refused(400, protocol::Code::Settings);
        let table = NewTable::new(game, options, vec![ChairChoice::Me, ChairChoice::Open]);
        assert_eq!(Agreed::new(catalog::GAMES, &table).unwrap_err().sentence, sentence, "{game} {options}");
    }
    ask("chess", "").await.refused(404, protocol::Code::NotFound);
    server.stop().await;
}

#[tokio::test]
async fn search_tree_has_every_position_value_and_cut() {
    let server = Running::start().await;
    let mut browser = server.browser();
    let lab = "/api/tree?game=connect4&options=3x4x3&position=---/---/-O-/XXO&evaluation=woellert-2006";
    let tree = browser.get(lab).await.fine(200).json();
    let minimax: SearchTree = serde_json::from_value(tree).unwrap();
    assert_eq!((minimax.depth, minimax.n_cut, minimax.root.kind), (3, 0, SearchNodeKind::Max));
    assert_eq!(minimax.root.value, 120.0);
    let first = minimax.root.branches[0].node.as_ref().unwrap();
    assert_eq!((minimax.root.branches[0].text.as_str(), first.position.as_str()), ("1", "---/---/XO-/XXO"));
    assert_eq!(
        (first.kind, first.value),
        (SearchNodeKind::Min, -minimax.win_value),
        "red makes three in a row"
    );
    let tree = browser.get(&format!("{lab}&alpha_beta=true")).await.fine(200).json();
    let cut: SearchTree = serde_json::from_value(tree).unwrap();
    assert_eq!((cut.root.value, cut.best_line), (minimax.root.value, minimax.best_line));
    assert!(
        0 < cut.n_cut && cut.n_positions < minimax.n_positions,
        "{} of {}",
        cut.n_positions,
        minimax.n_positions
    );
    let bounds: Vec<_> = cut.root.branches.iter().filter_map(|branch| branch.node.as_ref()).collect();
    assert!(
        bounds.iter().any(|node| node.bound == ValueBound::AtMost),
        "a value that was needed as a bound only"
    );
    assert_eq!(bounds[0].window.unwrap().alpha, None, "nothing is sure at the first move");
    server.stop().await;
}

#[tokio::test]
async fn oversized_search_trees_are_refused_with_a_remedy() {
    let server = Running::start().await;
    let mut browser = server.browser();
    for (query, part) in [
        ("game=connect4&depth=5", "choose a smaller depth"),
        ("game=connect4&depth=17", "1 to 16 plies"),
        ("game=connect4&position=nonsense", "rows"),
        ("game=backgammon", "dice decide"),
        ("game=blokus&evaluation=none&depth=1", "two players"),
        ("game=connect4&evaluation=clever", "clever"),
        ("game=connect4&evaluation=woellert-2006:depth=99", "depth"),
        ("game=connect4&depth=many", "name a game"),
    ] {
        let sentence =
            browser.get(&format!("/api/tree?{query}")).await.refused(400, protocol::Code::Settings);
        assert!(sentence.contains(part), "{query}: {sentence}");
    }
    browser.get("/api/tree?game=chess").await.refused(404, protocol::Code::NotFound);
    server.stop().await;
}
