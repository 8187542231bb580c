//! The tree: 24 bytes for each move that was found in a position that was opened.

use crate::{Color, Placement};

/// Which node of the tree.
pub(super) type NodeId = u32;

/// The most moves of one position that are kept; only boards far larger than usual have more.
pub(super) const MAX_CHILDREN: usize = (1 << CHILDREN_BITS) - 1;

const CODE_BITS: u32 = 18;
const COLOR_BITS: u32 = 2;
const CHILDREN_BITS: u32 = 32 - CODE_BITS - COLOR_BITS;

/// More than any number of a move and its color.
pub(super) const MOVES_OF_ALL: usize = 1 << (CODE_BITS + COLOR_BITS);

/// A number that no other move of any color has.
#[inline(always)]
pub(super) fn who_and_what(color: Color, mv: Placement) -> usize {
    (mv.code() | (color.index() as u32) << CODE_BITS) as usize % MOVES_OF_ALL
}

/// A move, and what is known about the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The placement's code, the color that lays it, and the number of moves after it that are known.
    packed: u32,
    /// How likely the move is at a glance, divided by one more than its visits: a search asks for that all the time.
    urge: f32,
    /// What the game is worth to the seat that makes the move, from 0 to 1.
    pub(super) value: f32,
    /// How many results the value is the mean of, guesses included; infinite if it is proven.
    weight: f32,
    /// How many simulations went through here.
    pub(super) visits: u32,
    /// Where the moves after it begin.
    first: NodeId,
}

impl Node {
    /// A move that nobody has tried.
    pub(super) fn new(color: Color, mv: Placement, prior: f32, value: f32, weight: f32) -> Self {
        debug_assert!(mv.code() < Placement::CODES);
        Self { packed: who_and_what(color, mv) as u32, urge: prior, value, weight, visits: 0, first: 0 }
    }

    /// The move.
    #[inline(always)]
    pub(super) fn mv(&self) -> Placement {
        Placement::from_code(self.packed & ((1 << CODE_BITS) - 1))
    }

    /// How likely the move is at a glance; those of all moves of a position add up to 1.
    pub(super) fn prior(&self) -> f32 {
        self.urge * (self.visits + 1) as f32
    }

    /// The same, divided by one more than its visits.
    #[inline(always)]
    pub(super) fn urge(&self) -> f32 {
        self.urge
    }

    /// The number of the move and of who makes it, see [`who_and_what`].
    #[inline(always)]
    pub(super) fn who_and_what(&self) -> usize {
        self.packed as usize % MOVES_OF_ALL
    }

    /// Who makes it.
    #[inline(always)]
    pub(super) fn color(&self) -> Color {
        Color::new((self.packed >> CODE_BITS) as usize % (1 << COLOR_BITS))
    }

    /// Tells whether the moves after it are known.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.packed >> (CODE_BITS + COLOR_BITS) != 0
    }

    /// Where the moves after it lie.
    #[inline(always)]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + (self.packed >> (CODE_BITS + COLOR_BITS)) as usize
    }

    fn set_children(&mut self, children: std::ops::Range<usize>) {
        self.packed = self.packed & ((1 << (CODE_BITS + COLOR_BITS)) - 1)
            | (children.len() as u32) << (CODE_BITS + COLOR_BITS);
        self.first = children.start as NodeId;
    }

    /// Tells whether the value is certain.
    #[inline(always)]
    pub(super) fn is_proven(&self) -> bool {
        self.weight.is_infinite()
    }

    /// Makes the value certain.
    pub(super) fn prove(&mut self, value: f32) {
        self.value = value;
        self.weight = f32::INFINITY;
    }

    /// Counts the result of a simulation that went through here.
    #[inline(always)]
    pub(super) fn add(&mut self, result: f32) {
        let visits = (self.visits + 1) as f32;
        self.urge *= visits / (visits + 1.0);
        self.visits += 1;
        if !self.is_proven() {
            self.weight += 1.0;
            self.value += (result - self.value) / self.weight;
        }
    }

    /// Counts the result of a simulation in which the same move was made later. However many there are, together
    /// they count no more than `most` real ones.
    #[inline(always)]
    pub(super) fn add_later(&mut self, result: f32, weight: f32, most: f32) {
        if !self.is_proven() {
            self.weight = (self.weight + weight).min(most + self.visits as f32);
            self.value += (result - self.value) * weight / self.weight;
        }
    }
}

/// All nodes; the first is the root.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    most: usize,
}

impl Tree {
    /// A root alone, with room for so many nodes.
    pub(super) fn new(root: Node, most: usize) -> Self {
        Self { nodes: vec![root], most: most.min(NodeId::MAX as usize) }
    }

    /// The number of nodes.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Changes how many nodes there may be.
    pub(super) fn set_most(&mut self, most: usize) {
        self.most = most.min(NodeId::MAX as usize);
    }

    /// A node.
    #[inline(always)]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// A node, to change it.
    #[inline(always)]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The moves after a node.
    #[inline(always)]
    pub(super) fn children(&self, id: NodeId) -> &[Node] {
        &self.nodes[self.nodes[id as usize].children()]
    }

    /// The moves after a node, to change them.
    #[inline(always)]
    pub(super) fn children_mut(&mut self, id: NodeId) -> &mut [Node] {
        let children = self.nodes[id as usize].children();
        &mut self.nodes[children]
    }

    /// Gives a node its moves; `false` if there is no room for them.
    pub(super) fn open(&mut self, id: NodeId, children: &[Node]) -> bool {
        debug_assert!(!children.is_empty() && children.len() <= MAX_CHILDREN);
        let (first, end) = (self.nodes.len(), self.nodes.len() + children.len());
        if self.most < end {
            return false;
        }
        if self.nodes.capacity() < end {
            // A vector left to itself doubles, which might be more than there may be.
            let more = (self.nodes.capacity() / 2).max(1 << 12).min(self.most - first).max(children.len());
            self.nodes.reserve_exact(more);
        }
        self.nodes.extend_from_slice(children);
        self.nodes[id as usize].set_children(first..end);
        true
    }

    /// Keeps a node with everything below, as the new root, and drops the rest.
    pub(super) fn keep(&mut self, id: NodeId) {
        let mut kept = vec![self.nodes[id as usize]];
        let mut at = 0;
        while at < kept.len() {
            let children = kept[at].children();
            if !children.is_empty() {
                let first = kept.len();
                kept.extend_from_slice(&self.nodes[children]);
                let end = kept.len();
                kept[at].set_children(first..end);
            }
            at += 1;
        }
        self.nodes = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Orientation;

    fn node(first: u32) -> Node {
        Node::new(Color::new(2), Placement::at(Orientation::new(90), first), 0.1, 0.5, 1.0)
    }

    #[test]
    fn a_node_is_small_and_keeps_its_move() {
        assert_eq!(size_of::<Node>(), 24);
        let mut last = node(929);
        last.set_children(7..7 + MAX_CHILDREN);
        assert_eq!((last.color(), last.mv()), (Color::new(2), node(929).mv()));
        assert_eq!(last.children(), 7..7 + MAX_CHILDREN);
    }

    #[test]
    fn a_tree_grows_no_larger_than_allowed() {
        let mut tree = Tree::new(node(0), 6);
        assert!(tree.open(0, &[node(1), node(2), node(3)]));
        assert!(!tree.open(1, &[node(4), node(5), node(6)]), "there is no room for them");
        assert!(tree.open(2, &[node(4), node(5)]));
        assert_eq!(tree.len(), 6);
        assert!(tree.nodes.capacity() <= 6 + (1 << 12));
    }

    #[test]
    fn a_subtree_is_kept_with_what_is_known() {
        let mut tree = Tree::new(node(0), 100);
        tree.open(0, &[node(1), node(2)]);
        tree.open(2, &[node(3), node(4)]);
        tree.open(1, &[node(7)]);
        tree.open(4, &[node(5)]);
        tree.node_mut(4).add(0.25);
        tree.keep(2);
        assert_eq!(tree.len(), 4);
        assert_eq!(tree.node(0).mv(), node(2).mv());
        let below: Vec<_> = tree.children(0).iter().map(Node::mv).collect();
        assert_eq!(below, [node(3).mv(), node(4).mv()]);
        assert_eq!(tree.children(0)[1].visits, 1);
        assert_eq!(tree.children(2)[0].mv(), node(5).mv());
    }

    #[test]
    fn later_moves_never_outweigh_real_visits_by_more_than_allowed() {
        let mut node = node(0);
        (0..1_000).for_each(|_| node.add_later(1.0, 0.5, 10.0));
        assert!((node.value - 1.0).abs() < 1e-3);
        (0..30).for_each(|_| node.add(0.0));
        assert!(node.value < 0.27, "{}", node.value);
        node.prove(0.75);
        node.add(0.0);
        node.add_later(0.0, 1.0, 10.0);
        assert_eq!((node.value, node.visits), (0.75, 31));
    }
}
