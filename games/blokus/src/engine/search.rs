//! The tree search: promising lines, each ended by a playout.

use framework::Rng;

use super::{
    board::Board,
    features::Promise,
    playout::{Lottery, play_out},
    priors,
    replies::{Laid, Replies},
    row_board::RowBoard,
    setting::{Setting, rank_value},
    tree::{MAX_CHILDREN, MOVES_OF_ALL, Node, NodeId, Tree, who_and_what},
    tuning::Tuning,
};
use crate::{Color, MAX_COLORS, Placement};

/// The last ply that is told apart from those after it; only games with far more pieces than usual are longer.
const LAST_PLY: usize = u8::MAX as usize;

/// Of how many simulations one goes to a move that was never tried, in a thorough search.
const UNTRIED_EVERY: u32 = 2;

/// A search with everything that it has found out.
#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize> {
    pub(super) setting: Setting<W>,
    pub(super) tuning: Tuning,
    pub(super) root: Board<W>,
    pub(super) tree: Tree,
    pub(super) replies: Replies,
    /// What was won after each move of the root, in the order of the tree.
    pub(super) tally: Vec<Tally>,
    /// Whether every move of the root is tried once when there is time.
    pub(super) is_thorough: bool,
    /// The longest line that is opened, in plies.
    pub(super) most_plies: usize,
    rng: Rng,
    /// The root again, for simulations, and the board on which they play.
    begin: RowBoard,
    board: RowBoard,
    lottery: Lottery,
    promise: Promise,
    moves: Vec<Placement>,
    priors: Vec<f32>,
    children: Vec<Node>,
    played: Vec<Laid>,
    seats: Vec<u8>,
    path: Vec<NodeId>,
    /// At which ply of the simulation each move of each color was made, by [`Node::who_and_what`], counted from 1; 0 if
    /// it was not. A byte each, so that it stays near the processor.
    made: Vec<u8>,
    n_simulations: u32,
    /// The sum of the results of all simulations, by seat.
    sums: [f64; MAX_COLORS],
}

/// What simulations after a move of the root were worth to who made it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Tally {
    /// How many were counted.
    pub(super) count: u32,
    /// The sum of the rank values.
    pub(super) ranks: f32,
}

impl<const W: usize> Search<W> {
    /// A search that knows nothing yet.
    pub(super) fn new(setting: Setting<W>, root: Board<W>, tuning: Tuning, seed: u64, most: usize) -> Self {
        let begin = RowBoard::of(&root, &setting);
        Self {
            made: vec![0; MOVES_OF_ALL],
            setting,
            tuning,
            root,
            tree: Tree::new(root_node(), most),
            replies: Replies::new(),
            tally: Vec::new(),
            is_thorough: false,
            most_plies: usize::MAX,
            rng: Rng::stream(seed, "blokus playouts", 0),
            board: begin.clone(),
            begin,
            lottery: Lottery::new(),
            promise: Promise::new(),
            moves: Vec::new(),
            priors: Vec::new(),
            children: Vec::new(),
            played: Vec::new(),
            seats: Vec::new(),
            path: Vec::new(),
            n_simulations: 0,
            sums: [0.0; MAX_COLORS],
        }
    }

    /// Draws from another seed from now on.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.rng = Rng::stream(seed, "blokus playouts", 0);
    }

    /// Makes the position after a line of moves the root, and keeps what is known about it.
    pub(super) fn advance(&mut self, line: &[NodeId]) {
        for &id in line {
            let node = *self.tree.node(id);
            skip_to(&mut self.root, &self.setting, node.color());
            self.root.play(&self.setting.rules, node.color(), node.mv());
        }
        if let Some(&last) = line.last() {
            self.tree.keep(last);
        }
        self.begin = RowBoard::of(&self.root, &self.setting);
        self.start();
    }

    /// Makes ready for simulations from the root, and opens it.
    pub(super) fn start(&mut self) {
        if !self.tree.node(0).is_open() {
            self.board.copy_from(&self.begin, &self.setting.rules);
            self.open(0);
        }
        self.tally = vec![Tally::default(); self.tree.children(0).len()];
        self.sums = [0.0; MAX_COLORS];
        self.n_simulations = 0;
    }

    /// What simulations were worth to a seat on average, as a rank value with a little for the margin.
    pub(super) fn mean(&self, seat: usize) -> Option<f32> {
        (0 < self.n_simulations).then(|| (self.sums[seat] / f64::from(self.n_simulations)) as f32)
    }

    /// Follows one line, plays it out, and learns from the result.
    #[inline(always)]
    pub(super) fn simulate(&mut self) {
        self.n_simulations += 1;
        self.played.clear();
        self.seats.clear();
        self.path.clear();
        self.board.copy_from(&self.begin, &self.setting.rules);
        let leaf = self.descend();
        let known = self.tree.node(leaf).is_proven().then(|| self.tree.node(leaf).value);
        let n_seats = self.setting.rules.seats();
        let results = match (known, self.path.last()) {
            (Some(value), Some(_)) => {
                let seat = usize::from(self.seats[self.path.len() - 1]);
                let mut results = [0.0; MAX_COLORS];
                results[seat] = value;
                results[1 - seat] = 1.0 - value;
                results
            }
            _ => {
                let (rules, plies) = (&self.setting.rules, self.played.len());
                play_out(
                    &mut self.board,
                    &self.setting,
                    &self.replies,
                    &mut self.lottery,
                    &mut self.rng,
                    &mut self.played,
                );
                let mut n_placed = [0; MAX_COLORS];
                for color in rules.colors() {
                    n_placed[color.index()] = self.board.hands.n_placed(color);
                }
                for laid in &self.played[plies..] {
                    n_placed[laid.color.index()] -= 1;
                }
                for laid in &self.played[plies..] {
                    let color = laid.color;
                    self.seats.push(rules.seat_of(color, n_placed[color.index()]).index() as u8);
                    n_placed[color.index()] += 1;
                }
                let points = self.board.hands.seat_points(rules);
                let results = self.setting.results(&points);
                self.count_at_root(&points);
                let seats = &self.seats;
                self.replies.learn(&self.played, |idx| 0.5 < results[usize::from(seats[idx])]);
                results
            }
        };
        for (sum, result) in self.sums.iter_mut().zip(results).take(n_seats) {
            *sum += f64::from(result);
        }
        self.back_up(&results);
    }

    /// Goes down to a position whose moves are not known, and looks at them if it was visited often enough.
    #[inline(always)]
    fn descend(&mut self) -> NodeId {
        let mut id = 0;
        loop {
            let node = *self.tree.node(id);
            if node.is_proven() && id != 0 {
                return id;
            }
            if !node.is_open() {
                let is_due = self.tuning.open_after <= node.visits && self.path.len() < self.most_plies;
                if !is_due || !self.open(id) {
                    return id;
                }
            }
            id = self.choose(id);
            let child = *self.tree.node(id);
            let (color, mv) = (child.color(), child.mv());
            while let Some(next) = self.board.hands.next(&self.setting.rules).filter(|&next| next != color) {
                self.board.set_stuck(next);
            }
            self.seats.push(self.board.hands.seat_of(&self.setting.rules, color) as u8);
            self.board.play(&self.setting, color, mv);
            self.played.push(Laid { color, mv });
            self.path.push(id);
        }
    }

    /// The move with the best value, and more for a likely one the less it was tried.
    #[inline(always)]
    fn choose(&self, id: NodeId) -> NodeId {
        let node = self.tree.node(id);
        if id == 0
            && self.is_thorough
            && self.n_simulations.is_multiple_of(UNTRIED_EVERY)
            && let Some(untried) = self.tree.children(0).iter().position(|child| child.visits == 0)
            && UNTRIED_EVERY as usize * node.children().len() < self.n_simulations as usize
        {
            return (node.children().start + untried) as NodeId;
        }
        let drive = self.tuning.curiosity * ((node.visits + 1) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (idx, child) in self.tree.children(id).iter().enumerate() {
            let hope = child.value + drive * child.urge();
            if best.0 < hope {
                best = (hope, idx);
            }
        }
        (node.children().start + best.1) as NodeId
    }

    /// Finds the moves of a node; `false` if there are none or there is no room.
    #[inline(always)]
    fn open(&mut self, id: NodeId) -> bool {
        self.moves.clear();
        let (board, mut color) = (&mut self.board, None);
        while let Some(next) = board.hands.next(&self.setting.rules) {
            board.add_moves(&self.setting, next, &mut self.moves);
            if !self.moves.is_empty() {
                color = Some(next);
                break;
            }
            board.set_stuck(next);
        }
        let Some(color) = color else {
            self.prove_ended(id);
            return false;
        };
        let board = self.board.board::<W>(self.setting.rules.grid());
        priors::fill(&board, &self.setting, color, &self.moves, &mut self.promise, &mut self.priors);
        let guess = self.guess(id, self.board.hands.seat_of(&self.setting.rules, color));
        self.children.clear();
        let weight = self.tuning.first_guess;
        for (&mv, &prior) in self.moves.iter().zip(&self.priors) {
            self.children.push(Node::new(color, mv, prior, guess, weight));
        }
        if MAX_CHILDREN < self.children.len() {
            self.children.sort_by(|left, right| right.prior().total_cmp(&left.prior()));
            self.children.truncate(MAX_CHILDREN);
        }
        self.tree.open(id, &self.children)
    }

    /// What a move of a node is worth to a seat before it was tried.
    #[inline(always)]
    fn guess(&self, id: NodeId, seat: usize) -> f32 {
        let node = self.tree.node(id);
        let value = match self.path.last() {
            Some(_) if self.setting.rules.seats() == 2 => {
                let is_same = usize::from(self.seats[self.path.len() - 1]) == seat;
                if is_same { node.value } else { 1.0 - node.value }
            }
            _ if self.n_simulations < 2 => 0.5,
            _ => (self.sums[seat] / f64::from(self.n_simulations - 1)) as f32,
        };
        (value - self.tuning.caution).max(0.0)
    }

    /// The game is over at a node: between two, its value is certain.
    fn prove_ended(&mut self, id: NodeId) {
        if self.setting.rules.seats() == 2 && id != 0 {
            let results = self.setting.results(&self.board.hands.seat_points(&self.setting.rules));
            let seat = usize::from(self.seats[self.path.len() - 1]);
            self.tree.node_mut(id).prove(results[seat]);
        }
    }

    /// Adds what a simulation was worth to the move of the root that it began with.
    #[inline(always)]
    fn count_at_root(&mut self, points: &[i32; MAX_COLORS]) {
        let Some(&first) = self.path.first() else { return };
        let seat = usize::from(self.seats[0]);
        let n_seats = self.setting.rules.seats();
        let rank = rank_value(points, seat, n_seats);
        let tally = &mut self.tally[first as usize - self.tree.node(0).children().start];
        tally.count += 1;
        tally.ranks += rank;
    }

    /// Tells all nodes of the line what it was worth.
    #[inline(always)]
    fn back_up(&mut self, results: &[f32; MAX_COLORS]) {
        let made: &mut [u8; MOVES_OF_ALL] =
            self.made.first_chunk_mut().expect("there is a place for each move of each color");
        for (ply, laid) in self.played.iter().enumerate() {
            made[who_and_what(laid.color, laid.mv)] = (ply + 1).min(LAST_PLY) as u8;
        }
        let Tuning { later, most_later, .. } = self.tuning;
        let per_ply = 1.0 / (self.played.len() + 1) as f32;
        self.tree.node_mut(0).visits += 1;
        let mut above = 0;
        for (ply, &id) in self.path.iter().enumerate() {
            let result = results[usize::from(self.seats[ply])];
            if 0.0 < later {
                for child in self.tree.children_mut(above) {
                    let at = usize::from(made[child.who_and_what()]);
                    if ply + 1 < at {
                        let weight = later * (1.0 - (at - ply - 1) as f32 * per_ply);
                        child.add_later(result, weight, most_later);
                    }
                }
            }
            self.tree.node_mut(id).add(result);
            above = id;
        }
        for laid in &self.played {
            made[who_and_what(laid.color, laid.mv)] = 0;
        }
        if self.setting.rules.seats() == 2 {
            self.prove_line();
        }
    }

    /// Where all moves after a node are certain, so is the node.
    fn prove_line(&mut self) {
        for depth in (1..self.path.len()).rev() {
            if !self.tree.node(self.path[depth]).is_proven() {
                return;
            }
            let children = self.tree.children(self.path[depth - 1]);
            if !children.iter().all(Node::is_proven) {
                return;
            }
            let best = children.iter().map(|child| child.value).fold(f32::NEG_INFINITY, f32::max);
            let is_same = self.seats[depth] == self.seats[depth - 1];
            self.tree.node_mut(self.path[depth - 1]).prove(if is_same { best } else { 1.0 - best });
        }
    }
}

/// The node of a root, which nobody moves to.
fn root_node() -> Node {
    Node::new(Color::FIRST, Placement::from_code(0), 1.0, 0.5, 0.0)
}

/// Colors that would have been earlier have no move.
#[inline(always)]
fn skip_to<const W: usize>(board: &mut Board<W>, setting: &Setting<W>, color: Color) {
    while let Some(next) = board.hands.next(&setting.rules).filter(|&next| next != color) {
        board.set_stuck(next);
    }
}
