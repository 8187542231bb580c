//! The tree of a textbook look-ahead, for teaching.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{path::Path, sync::Arc};

use brett::Exit;
use framework::{
    AnyGame, AnyPosition, Bound, GameTree, NodeKind, Question, Rng, Seat, TreeMethod, TreeNode, Turn, Window,
    search::WIN,
};
use insta::assert_snapshot;

use crate::{
    program::json,
    session::{Seen, Session},
};

fn tree<const N: usize>(args: [&str; N]) -> Seen {
    Session::new().run_with(catalog::GAMES, ["tree"].into_iter().chain(args))
}

/// Plain minimax through the texts of the erased layer: slow, and written without a look at the tree.
fn minimax(game: &dyn AnyGame, evaluation: &str, pos: &dyn AnyPosition, seat: Seat, depth: u32) -> f64 {
    let mover = match pos.turn() {
        Turn::Over => return f64::from(pos.payoffs()[seat] * WIN),
        Turn::Seat(_) if depth == 0 => {
            return game.explain(evaluation, pos, Question::Seat(seat)).unwrap().value();
        }
        Turn::Seat(mover) => mover,
        Turn::Chance => panic!("no dice here"),
    };
    let values = pos.legal_moves().into_iter().map(|mv| {
        let mut after = pos.boxed_clone();
        after.play(&mv).unwrap();
        minimax(game, evaluation, &*after, seat, depth - 1)
    });
    let best = if mover == seat { f64::max } else { f64::min };
    values.reduce(best).unwrap()
}

/// A game, an evaluation of it, and a position.
type Example = (Arc<dyn AnyGame>, &'static str, Box<dyn AnyPosition>);

/// Small positions of every game without dice for two, with an evaluation of theirs.
fn examples() -> Vec<Example> {
    let mut rng = Rng::from_seed(17);
    let mut examples = Vec::new();
    for (id, variant, evaluation) in [
        ("connect4", "3x4x3", "woellert-2006"),
        ("connect4", "4x4x3", "praktikum-2018"),
        ("connect4", "4x4x4", "own"),
        ("othello", "4x4", "denkmaschine-2014"),
        ("othello", "4x4", "own"),
    ] {
        let game = catalog::find(catalog::GAMES, id).unwrap().open_text(variant).unwrap();
        for _ in 0..12 {
            let mut pos = game.start();
            for _ in 0..rng.index(8) {
                pos.play_random(&mut rng);
            }
            if pos.turn() != Turn::Over {
                examples.push((Arc::clone(&game), evaluation, pos));
            }
        }
    }
    examples
}

#[test]
fn root_value_is_that_of_plain_minimax_with_and_without_cuts() {
    let examples = examples();
    assert!(40 < examples.len());
    for (game, evaluation, pos) in examples {
        let Turn::Seat(mover) = pos.turn() else { panic!("a seat is to move") };
        for depth in 1..=3 {
            let truth = minimax(&*game, evaluation, &*pos, mover, depth);
            for method in [TreeMethod::Minimax, TreeMethod::AlphaBeta] {
                let tree = game.tree(Some(evaluation), &*pos, depth, method).unwrap();
                assert_eq!(tree.root.value, truth, "{method:?} {depth}: {pos:?}");
                assert_eq!((tree.maximizer, tree.root.bound), (mover, Bound::Exact));
            }
        }
    }
}

/// Every value of alpha-beta holds against the whole tree, and every cut has its reason.
fn check_against(part: &TreeNode, whole: &TreeNode, outer: Window) {
    let Window { alpha, beta } = part.window.expect("alpha and beta at every node");
    assert!(outer.alpha <= alpha && beta <= outer.beta && alpha < beta, "{part:?}");
    match part.bound {
        Bound::Exact => assert_eq!(part.value, whole.value),
        Bound::AtLeast => assert!(part.value <= whole.value && beta <= part.value, "{part:?}"),
        Bound::AtMost => assert!(whole.value <= part.value && part.value <= alpha, "{part:?}"),
    }
    assert_eq!(part.branches.len(), whole.branches.len());
    let mut inner = Window { alpha, beta };
    for (branch, twin) in part.branches.iter().zip(&whole.branches) {
        assert_eq!(branch.mv, twin.mv);
        let Some(node) = &branch.node else {
            assert!(inner.beta <= inner.alpha, "cut without a reason: {part:?}");
            continue;
        };
        assert_eq!(node.window, Some(inner));
        check_against(node, twin.node.as_ref().unwrap(), Window { alpha, beta });
        match part.kind {
            NodeKind::Max => inner.alpha = inner.alpha.max(node.value),
            _ => inner.beta = inner.beta.min(node.value),
        }
    }
}

#[test]
fn alpha_beta_shows_both_bounds_at_every_node_and_cuts_only_what_cannot_matter() {
    let mut n_cut = 0;
    for (game, evaluation, pos) in examples() {
        let grown = |method| game.tree(Some(evaluation), &*pos, 3, method).unwrap();
        let (part, whole) = (grown(TreeMethod::AlphaBeta), grown(TreeMethod::Minimax));
        assert!(part.n_positions <= whole.n_positions && whole.n_cut == 0 && whole.root.window.is_none());
        let open = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
        check_against(&part.root, &whole.root, open);
        n_cut += part.n_cut;
    }
    assert!(100 < n_cut, "the examples show cuts: {n_cut}");
}

#[test]
fn text_shows_every_move_with_its_value() {
    let args = ["connect4", "--variant", "3x3x3", "--moves", "2213", "--evaluation", "woellert-2006"];
    assert_snapshot!(tree(args));
    let [a, b, c, d, e, f, g] = args;
    assert_snapshot!(tree([a, b, c, d, e, f, g, "--alpha-beta", "--lang", "de"]));
}

#[test]
fn without_an_evaluation_only_results_count() {
    // Nim has none; whoever takes the last token wins, and two equal heaps are lost.
    let seen = Session::new().run(["tree", "nim", "--variant", "1+1", "--depth", "2"]);
    assert_eq!(seen.exit, Exit::Fine, "{seen}");
    assert!(seen.out.contains("No evaluation") && seen.out.contains("\nmax loss\n"), "{seen}");
    let answer = json(&[
        "tree",
        "connect4",
        "--variant",
        "3x3x3",
        "--moves",
        "2213",
        "--evaluation",
        "none",
        "--depth",
        "5",
        "--json",
    ]);
    assert_eq!(
        (&answer["evaluation"], &answer["tree"]["method"]),
        (&serde_json::Value::Null, &"minimax".into())
    );
    assert_eq!(answer["tree"]["root"]["kind"], "max");
    assert!(answer["tree"]["root"].get("alpha").is_none(), "{answer}");
}

#[test]
fn json_has_both_bounds_and_null_for_cut_branches() {
    let answer = json(&["tree", "othello", "--depth", "3", "--alpha-beta", "--json"]);
    let root = &answer["tree"]["root"];
    assert!(root["alpha"].is_null() && root["branches"][1]["node"]["alpha"].is_number(), "{answer}");
    assert!(answer.to_string().contains("\"node\":null"), "{answer}");
}

/// How many positions of a kind were looked at further.
fn n_inner(node: &TreeNode, kind: NodeKind) -> usize {
    let below = node.branches.iter().filter_map(|branch| branch.node.as_ref());
    usize::from(node.kind == kind) + below.map(|next| n_inner(next, kind)).sum::<usize>()
}

#[test]
fn picture_has_red_edges_to_the_maximum_blue_to_the_minimum_and_crossed_cuts() {
    let game = catalog::find(catalog::GAMES, "connect4").unwrap().open_text("3x4x3").unwrap();
    for method in [TreeMethod::Minimax, TreeMethod::AlphaBeta] {
        let tree: GameTree = game.tree(Some("woellert-2006"), &*game.start(), 3, method).unwrap();
        let flag = if method == TreeMethod::AlphaBeta { "--alpha-beta" } else { "--color=never" };
        let svg = self::tree([
            "connect4",
            "--variant",
            "3x4x3",
            "--evaluation",
            "woellert-2006",
            flag,
            "--svg",
            "-",
        ])
        .out;
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        // One line of the legend each.
        let count = |text: &str| svg.matches(text).count();
        assert_eq!(count("class=\"to-max\"") - 1, n_inner(&tree.root, NodeKind::Max));
        assert_eq!(count("class=\"to-min\"") - 1, n_inner(&tree.root, NodeKind::Min));
        let n_cut = count("class=\"cut\"");
        assert_eq!(n_cut.saturating_sub(1), tree.n_cut);
        let n_windows = count(">α ");
        assert_eq!(n_windows, if method == TreeMethod::AlphaBeta { tree.n_positions } else { 0 });
        assert_eq!(count("class=\"frame"), tree.n_positions);
    }
}

#[test]
fn pictures_of_the_book_are_what_its_commands_draw() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let chapter = std::fs::read_to_string(book.join("search-trees.md")).unwrap();
    let commands: Vec<&str> =
        chapter.lines().filter(|line| line.starts_with("$ brett tree") && line.contains("--svg")).collect();
    assert_eq!(commands.len(), 2, "{chapter}");
    for command in commands {
        let (args, file) = command["$ brett ".len()..].split_once(" --svg ").unwrap();
        let drawn = Session::new().run_with(catalog::GAMES, args.split(' ').chain(["--svg", "-"]));
        let kept = std::fs::read_to_string(book.join("images").join(file)).unwrap();
        assert!(chapter.contains(&format!("](images/{file})")), "{file}");
        assert!(drawn.out == kept, "docs/src/images/{file} is not current; run {command} there");
    }
}

#[test]
fn what_has_no_tree_is_refused_with_a_remedy() {
    #[track_caller]
    fn check<const N: usize>(args: [&str; N], problem: &str) {
        let seen = tree(args);
        assert_eq!((seen.exit, seen.out.as_str()), (Exit::Unusable, ""), "{seen}");
        assert!(seen.err.contains(problem), "{seen}");
    }
    check(["connect4", "--depth", "4"], "more than 2000 positions; choose a smaller depth");
    check(["connect4", "--depth", "0"], "write a whole number from 1 to 16");
    check(["connect4", "--moves", "4;1;4;1;4;1;4"], "the game is over");
    check(["backgammon", "--moves", "31"], "dice decide in this game");
    check(["blokus"], "for two players, but 4 play here");
    check(["blokus", "--variant", "duo", "--depth", "1"], "choose another --evaluation, or none");
    check(["othello", "--evaluation", "stockfish"], "there is no evaluation \"stockfish\"");
    check(["othello", "--svg", "/no/such/folder/tree.svg"], "--svg: cannot write");
}
