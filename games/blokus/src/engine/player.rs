//! The player: a search that goes on from move to move.

use framework::{
    Ending, Millis, Position, Seat, Valuation,
    search::{Engine, Found, Limits, RootMove, SearchRequest},
};

use super::{
    board::Board,
    endgame::{Solved, Solver},
    instructions::simulate,
    prior_weights::PriorWeights,
    search::Search,
    setting::{Setting, payoff_of},
    tree::{Node, NodeId, Tree},
    tuning::Tuning,
};
use crate::{BlokusPosition, Placement};

/// How many simulations run between two looks at the clock.
const BURST: u64 = 32;

/// After how many simulations it is looked whether the rest could change the answer.
const BETWEEN_DECISIONS: u64 = 8 * BURST;

/// How many simulations a search makes when nothing limits it.
const USUAL_SIMULATIONS: u64 = 10_000;

/// How much memory a tree takes when nothing limits it, in bytes.
const USUAL_MEMORY: usize = 256 << 20;

/// The fewest nodes that a tree has room for, however little memory there is: the moves of the root and some more.
const MIN_NODES: usize = 20_000;

/// What a search takes besides its tree: the table of the endgame, replies, and when each move was made last, in bytes.
const BESIDES: usize = 12 << 20;

/// The most nodes that there is room for with each simulation: it opens one position at most.
const NODES_PER_SIMULATION: usize = 1_000;

/// How many moves two positions of one game may lie apart that something is kept from one to the other.
const MOST_MOVES_BETWEEN: usize = 8;

/// A tree search with playouts that are guided by what opponents have just opened.
///
/// A node of its limits is a simulation: a line of the tree, played out to the end of the game. A depth is the length
/// of the lines in the tree. What it has found out about a position it keeps for the next search of the same game.
/// It uses one thread.
#[derive(Clone, Debug)]
pub struct MonteCarlo<const WORDS: usize> {
    tuning: Tuning,
    /// Whether every move is tried once where there is time for it.
    is_thorough: bool,
    /// Other priors than those that are usual for a game.
    priors: Option<PriorWeights>,
    kept: Option<Kept<WORDS>>,
}

/// The search of the last position.
#[derive(Clone, Debug)]
struct Kept<const WORDS: usize> {
    pos: BlokusPosition<WORDS>,
    search: AnySize,
}

/// A search on boards of each size.
#[derive(Clone, Debug)]
enum AnySize {
    Small(Box<Search<4>>),
    Medium(Box<Search<8>>),
    Large(Box<Search<16>>),
}

/// Does something with a search of any size.
macro_rules! on {
    ($sized:expr, $search:ident => $action:expr) => {
        match $sized {
            AnySize::Small($search) => $action,
            AnySize::Medium($search) => $action,
            AnySize::Large($search) => $action,
        }
    };
}

impl AnySize {
    fn new<const WORDS: usize>(
        pos: &BlokusPosition<WORDS>,
        priors: Option<&PriorWeights>,
        tuning: Tuning,
        seed: u64,
        most: usize,
    ) -> Self {
        fn sized<const W: usize, const WORDS: usize>(
            pos: &BlokusPosition<WORDS>,
            priors: PriorWeights,
            tuning: Tuning,
            seed: u64,
            most: usize,
        ) -> Box<Search<W>> {
            let setting = Setting::with_priors(*pos.rules(), priors);
            Box::new(Search::new(setting, Board::of(pos), tuning, seed, most))
        }
        let priors = priors.unwrap_or_else(|| PriorWeights::usual(pos.rules())).clone();
        match pos.rules().grid().numbers() {
            0..=256 => Self::Small(sized(pos, priors, tuning, seed, most)),
            257..=512 => Self::Medium(sized(pos, priors, tuning, seed, most)),
            _ => Self::Large(sized(pos, priors, tuning, seed, most)),
        }
    }
}

impl<const WORDS: usize> Default for MonteCarlo<WORDS> {
    fn default() -> Self {
        Self { tuning: Tuning::USUAL, is_thorough: false, priors: None, kept: None }
    }
}

impl<const WORDS: usize> MonteCarlo<WORDS> {
    /// One that spends a part of its simulations on moves that do not look good, so that it knows something about each.
    #[must_use]
    pub fn thorough() -> Self {
        Self { is_thorough: true, ..Self::default() }
    }

    /// One that weighs what it knows in another way, for trials.
    #[must_use]
    pub fn tuned(tuning: Tuning, priors: Option<PriorWeights>) -> Self {
        Self { tuning, priors, ..Self::default() }
    }

    /// The payoff that the simulations of the last search brought a seat on average.
    fn mean(&self, seat: Seat) -> Option<f32> {
        let kept = self.kept.as_ref()?;
        on!(&kept.search, search => Some(payoff_of(search.mean(seat.index())?)))
    }

    /// A search of a position, which goes on from the last one if it can.
    fn at(&mut self, pos: &BlokusPosition<WORDS>, limits: &Limits) -> &mut AnySize {
        let most = most_nodes(limits);
        let mut search = match self.kept.take() {
            Some(Kept { pos: before, search }) => continued(search, &before, pos),
            None => None,
        }
        .unwrap_or_else(|| AnySize::new(pos, self.priors.as_ref(), self.tuning, limits.seed, most));
        on!(&mut search, search => {
            search.tree.set_most(most);
            search.is_thorough = self.is_thorough;
            search.most_plies = limits.depth.map_or(usize::MAX, |depth| depth as usize);
            search.reseed(limits.seed);
            search.start();
        });
        &mut self.kept.insert(Kept { pos: *pos, search }).search
    }
}

/// The same search at a later position of the game, if it has looked at what was played.
fn continued<const WORDS: usize>(
    mut search: AnySize,
    before: &BlokusPosition<WORDS>,
    pos: &BlokusPosition<WORDS>,
) -> Option<AnySize> {
    on!(&mut search, search => {
        let mut line = Vec::new();
        if !find(&search.tree, 0, before, pos, &mut line) {
            return None;
        }
        search.advance(&line);
    });
    Some(search)
}

/// Finds the line of a tree from one position to another.
fn find<const WORDS: usize>(
    tree: &Tree,
    from: NodeId,
    pos: &BlokusPosition<WORDS>,
    wanted: &BlokusPosition<WORDS>,
    line: &mut Vec<NodeId>,
) -> bool {
    if pos == wanted {
        return true;
    }
    if line.len() == MOST_MOVES_BETWEEN || pos.rules() != wanted.rules() {
        return false;
    }
    let Some(color) = pos.to_move() else { return false };
    let laid = wanted.stones(color) & !pos.stones(color);
    let grid = pos.rules().grid();
    for id in tree.node(from).children() {
        let mv = tree.node(id as NodeId).mv();
        if mv.indexes(grid).all(|index| laid.contains(index)) && pos.is_legal(mv) {
            line.push(id as NodeId);
            if find(tree, id as NodeId, &pos.after(mv), wanted, line) {
                return true;
            }
            line.pop();
        }
    }
    false
}

/// How many nodes a tree may have.
fn most_nodes(limits: &Limits) -> usize {
    let bytes = limits.memory.unwrap_or(USUAL_MEMORY);
    let simulations = limits.nodes.map_or(usize::MAX, |nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
    let wanted = simulations.saturating_mul(NODES_PER_SIMULATION);
    // While a subtree is kept, or while a vector grows, there are two of them.
    (bytes / 2 / size_of::<Node>()).min(wanted).max(MIN_NODES)
}

/// How many simulations a search makes at most; they are counted in 32 bits.
fn most_simulations(limits: &Limits) -> u64 {
    limits.nodes_or(USUAL_SIMULATIONS).min(u64::from(u32::MAX))
}

impl<const WORDS: usize> Engine<BlokusPosition<WORDS>> for MonteCarlo<WORDS> {
    fn search(&mut self, mut request: SearchRequest<'_, BlokusPosition<WORDS>>) -> Found<Placement> {
        let limits = request.limits();
        let most = most_simulations(&limits);
        let search = self.at(request.pos(), &limits);
        let found = on!(search, search => run(search, most, &mut request));
        request.report(&found);
        found
    }

    /// A move that does not look promising is hardly followed in a search, so it gets one of its own.
    fn look_at(
        &mut self,
        request: SearchRequest<'_, BlokusPosition<WORDS>>,
        mv: Placement,
    ) -> Option<RootMove<Placement>> {
        let (pos, mover) = (request.pos(), request.mover());
        let next = pos.after(mv);
        let value = match SearchRequest::new(&next, request.limits()) {
            Some(after) => {
                let seat = after.mover();
                let mut below = Self::tuned(self.tuning, self.priors.clone());
                let found = below.search(after.with_control(request.control()));
                match pos.seats() {
                    2 if seat == mover => found.value,
                    2 => -found.value,
                    _ => below.mean(mover)?,
                }
            }
            None => next.payoffs()[mover],
        };
        Some(RootMove::new(mv, value, false))
    }

    fn appraise(
        &self,
        pos: &BlokusPosition<WORDS>,
        _: &Found<Placement>,
        root: &RootMove<Placement>,
    ) -> Option<Valuation> {
        root.value.is_finite().then(|| match pos.seats() {
            2 if root.exact => Valuation::Certain { ending: ending(root.value), plies: None },
            2 => Valuation::of_payoff(root.value),
            seats => Valuation::of_rank(root.value, seats),
        })
    }

    fn forget(&mut self) {
        self.kept = None;
    }

    fn remembers(&self) -> bool {
        true
    }

    fn memory(&self, limits: &Limits) -> usize {
        2 * most_nodes(limits) * size_of::<Node>() + BESIDES
    }
}

/// How a game ends that is worth so much for certain.
fn ending(payoff: f32) -> Ending {
    match payoff {
        payoff if 0.0 < payoff => Ending::Won,
        payoff if payoff < 0.0 => Ending::Lost,
        _ => Ending::Drawn,
    }
}

/// Up to how many moves of both players together an exact end is looked for.
const SOLVABLE_MOVES: u32 = 60;

/// How many positions of the endgame count as one simulation.
const SOLVED_PER_SIMULATION: u64 = 6;

/// How many simulations are made where the end is known, so that the other moves have a value as well.
const AFTER_SOLVED: u64 = 256;

/// Looks for an exact end, with no more than half of what the search may take.
fn solve<const W: usize, const WORDS: usize>(
    search: &Search<W>,
    most: u64,
    request: &SearchRequest<'_, BlokusPosition<WORDS>>,
) -> Option<Solved> {
    let setting = &search.setting;
    let rules = &setting.rules;
    let mut n_moves = 0;
    for color in rules.colors() {
        n_moves += search.root.count_moves(rules.grid(), color);
    }
    if rules.seats() != 2 || SOLVABLE_MOVES < n_moves || most < AFTER_SOLVED {
        return None;
    }
    let half = request.limits().time.map(|time| Millis(time.0 / 2));
    let is_over = || request.control().is_over(half);
    Solver::new(setting, most.saturating_mul(SOLVED_PER_SIMULATION / 2), &is_over).solve(&search.root)
}

/// Runs simulations until the limits are reached.
fn run<const W: usize, const WORDS: usize>(
    search: &mut Search<W>,
    most: u64,
    request: &mut SearchRequest<'_, BlokusPosition<WORDS>>,
) -> Found<Placement> {
    let solved = solve(search, most, request);
    let most = if solved.is_some() { most.min(AFTER_SOLVED) } else { most };
    let mut done = 0;
    // A move that is forced needs no thought, but a little is wanted for what it is worth.
    let most = if search.tree.children(0).len() == 1 { most.min(BURST) } else { most };
    while done < most && !request.is_over() {
        let burst = BURST.min(most - done);
        simulate(search, burst);
        done += burst;
        if is_decided(search, done, request) {
            break;
        }
        if done.is_power_of_two() && 256 <= done {
            request.report(&summary(search, done));
        }
    }
    let mut found = summary(search, done);
    if let Some(solved) = solved {
        put_solved(&mut found, solved);
    }
    found
}

/// Tells whether the move tried most often stays so, however the simulations go that there is still time for.
///
/// Only where the time is the limit: who asks for a number of simulations gets it. Nor in a thorough search, which
/// wants to know something about all moves.
fn is_decided<const W: usize, const WORDS: usize>(
    search: &Search<W>,
    done: u64,
    request: &SearchRequest<'_, BlokusPosition<WORDS>>,
) -> bool {
    let limits = request.limits();
    let (Some(time), None, false) = (limits.time, limits.nodes, search.is_thorough) else { return false };
    if !done.is_multiple_of(BETWEEN_DECISIONS) {
        return false;
    }
    let (mut most, mut second) = (0, 0);
    for child in search.tree.children(0) {
        if most < child.visits {
            (most, second) = (child.visits, most);
        } else if second < child.visits {
            second = child.visits;
        }
    }
    let elapsed = request.control().elapsed();
    // The clock counts in whole milliseconds, and later simulations are often quicker.
    let to_come = done * (time - elapsed).0 / elapsed.0.max(1);
    0 < elapsed.0 && to_come + to_come / 4 < u64::from(most - second)
}

/// Makes an exact end the answer; what simulations say about other moves is worth no more.
fn put_solved(found: &mut Found<Placement>, solved: Solved) {
    let value = match solved.margin {
        0 => 0.0,
        margin => margin.signum() as f32,
    };
    for root in &mut found.moves {
        root.value = root.value.min(value);
    }
    if let Some(at) = found.moves.iter().position(|root| root.mv == solved.line[0]) {
        found.moves[..=at].rotate_right(1);
        found.moves[0] = RootMove::new(solved.line[0], value, true);
    }
    found.best = solved.line[0];
    found.value = value;
    found.depth = solved.line.len() as u32;
    found.line = solved.line;
    found.nodes += solved.nodes / SOLVED_PER_SIMULATION;
}

/// What is known: the move tried most often is the best.
fn summary<const W: usize>(search: &Search<W>, nodes: u64) -> Found<Placement> {
    let children = search.tree.children(0);
    let payoff = |child: &Node, at: usize| match search.tally.get(at) {
        _ if child.is_proven() => payoff_of(child.value),
        // The value of the search holds a little for the margin; people are told what was won.
        Some(tally) if 0 < tally.count => 2.0 * tally.ranks / tally.count as f32 - 1.0,
        _ if 0 < child.visits => payoff_of(child.value),
        _ => f32::NEG_INFINITY,
    };
    let mut ranked: Vec<(u32, RootMove<Placement>)> = children
        .iter()
        .enumerate()
        .map(|(at, child)| {
            let root = RootMove::new(child.mv(), payoff(child, at), child.is_proven());
            (child.visits, root)
        })
        .collect();
    ranked.sort_by(|left, right| right.0.cmp(&left.0).then(right.1.value.total_cmp(&left.1.value)));
    if nodes == 0 && ranked[0].0 == 0 {
        // There was no time for anything: what looks best.
        let likeliest = children.iter().max_by(|left, right| left.prior().total_cmp(&right.prior()));
        let at = likeliest.and_then(|best| ranked.iter().position(|(_, root)| root.mv == best.mv()));
        ranked.swap(0, at.unwrap_or(0));
    }
    let moves: Vec<_> = ranked.into_iter().map(|(_, root)| root).collect();
    let line = main_line(search, moves[0].mv);
    let value = if moves[0].value.is_finite() { moves[0].value } else { 0.0 };
    Found { best: moves[0].mv, value, depth: line.len() as u32, nodes, line, moves, complete: false }
}

/// What all seats tried most often after a move of the root.
fn main_line<const W: usize>(search: &Search<W>, first: Placement) -> Vec<Placement> {
    let mut line = vec![first];
    let tree = &search.tree;
    let mut at = tree.node(0).children().find(|&id| tree.node(id as NodeId).mv() == first);
    while let Some(id) = at {
        let most = tree.node(id as NodeId).children().rev().max_by_key(|&id| tree.node(id as NodeId).visits);
        at = most.filter(|&id| 0 < tree.node(id as NodeId).visits);
        line.extend(at.map(|id| tree.node(id as NodeId).mv()));
    }
    line
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use framework::{
        Game,
        search::{Control, Stop},
    };

    use super::*;
    use crate::{Blokus, SMALL};

    /// How long a search goes on by a clock that ticks at every look at it.
    fn ticks(mut player: MonteCarlo<SMALL>, most: u64) -> u64 {
        let (stop, now) = (Stop::default(), AtomicU64::new(0));
        let clock = || Millis(now.fetch_add(1, Ordering::Relaxed));
        let pos = Blokus::duo().start();
        player.search(
            SearchRequest::new(&pos, Limits::time(Millis(most)))
                .unwrap()
                .with_control(Control::new(&stop, &clock)),
        );
        now.into_inner()
    }

    #[test]
    fn a_search_ends_when_the_rest_of_its_time_cannot_change_the_answer() {
        assert!(ticks(MonteCarlo::default(), 1_000) < 990);
        assert!(1_000 <= ticks(MonteCarlo::thorough(), 1_000), "who is thorough uses all of it");
    }

    #[test]
    fn the_settings_of_a_trial_are_used() {
        let pos = Blokus::duo().start();
        let value = |mut player: MonteCarlo<SMALL>| {
            player.search(SearchRequest::new(&pos, Limits::nodes(200)).unwrap()).value
        };
        let other = Tuning { curiosity: 3.0, ..Tuning::USUAL };
        let alike =
            PriorWeights::parse(&"0 ".repeat(45).lines().cycle().take(4).collect::<Vec<_>>().join("\n"));
        let usual = value(MonteCarlo::default());
        assert_eq!(usual, value(MonteCarlo::tuned(Tuning::USUAL, None)));
        assert_ne!(usual, value(MonteCarlo::tuned(other, None)));
        assert_ne!(usual, value(MonteCarlo::tuned(Tuning::USUAL, Some(alike.expect("weights")))));
    }
}
