// A tree of moves: what was played, and what could have been. Trees are values: an edit makes another one, and what it
// does not touch is shared, so that undoing is going back to the tree before.

import type { MoveMark, Replay, ReplayMove, ReplayNote, ReplayRound, Seat } from "../protocol/messages";

/** A position, and what follows it. */
export type Node = {
  /** The move that led here; nothing where the tree begins. */
  move: Move | null;
  position: string;
  mark: MoveMark | null;
  comment: string;
  /** What can follow: the main line first. */
  next: readonly Node[];
};

/** A move, or a roll of the dice, which has no seat. */
export type Move = { by: Seat | null; text: string; spent: number | null };

/** A place in a tree: which of its moves was taken at each position. */
export type Path = readonly number[];

/** How deep variations may lie within each other. Records have one level more, for what follows the end of a game. */
export const MAX_DEPTH = 99;

/** More moves than are tried by hand; the server plays records with four times as many. */
export const MAX_MOVES = 5_000;

/** A tree without moves. */
export const seed = (position: string): Node => ({ move: null, position, mark: null, comment: "", next: [] });

/** The nodes along a path, the root first; those that are there, if it leads too far. */
export function along(root: Node, path: Path): Node[] {
  const nodes = [root];
  for (const idx of path) {
    const next = nodes.at(-1)?.next[idx];
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}

/** The node at a path, or the last one on the way to it. */
export const at = (root: Node, path: Path): Node => along(root, path).at(-1) ?? root;

/** As much of a path as there is in a tree. */
export const within = (root: Node, path: Path): Path => path.slice(0, along(root, path).length - 1);

/** From a place to the end of its main line. */
export function toEnd(root: Node, path: Path): Path {
  const whole = [...path];
  for (let node = at(root, path); node.next[0]; node = node.next[0]) whole.push(0);
  return whole;
}

/** The place of the same move in another variation: the next one, or the one before. */
export function beside(root: Node, path: Path, by: 1 | -1): Path {
  const last = path.at(-1);
  if (last === undefined) return path;
  const count = at(root, path.slice(0, -1)).next.length;
  return [...path.slice(0, -1), (last + by + count) % count];
}

/** How many variations lie around a place. */
export const depth = (path: Path): number => path.filter((idx) => idx > 0).length;

/** How many moves a tree has. */
export function size(node: Node): number {
  let count = 0;
  const open: Node[] = [node];
  for (let one = open.pop(); one; one = open.pop()) {
    count += one.next.length;
    open.push(...one.next);
  }
  return count;
}

/** The tree with another node at a place; everything beside the way there is shared. */
function replaced(root: Node, path: Path, change: (node: Node) => Node): Node {
  const nodes = along(root, path);
  if (nodes.length !== path.length + 1) return root;
  return nodes.reduceRight<Node | null>((below, node, level) => {
    if (below === null) return change(node);
    return { ...node, next: node.next.with(path[level] as number, below) };
  }, null) as Node;
}

/** The tree with a move at a place, and where the move leads: one that is there already is not made twice. */
export function played(root: Node, path: Path, move: Move, position: string): { root: Node; path: Path } {
  const here = at(root, path);
  const known = here.next.findIndex((node) => node.move?.text === move.text && node.move.by === move.by);
  if (known >= 0) return { root, path: [...path, known] };
  const made = { ...seed(position), move };
  const next = replaced(root, path, (node) => ({ ...node, next: [...node.next, made] }));
  return { root: next, path: [...path, here.next.length] };
}

/** The tree with what is said about a place. */
export function annotated(
  root: Node,
  path: Path,
  change: { mark?: MoveMark | null; comment?: string },
): Node {
  const { mark, comment } = change;
  return replaced(root, path, (node) => ({
    ...node,
    mark: mark === undefined || node.move === null ? node.mark : mark,
    comment: comment === undefined ? node.comment : tidy(comment),
  }));
}

/** A comment as records have it: no spaces at the ends of its lines, and no empty lines around it. */
function tidy(comment: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a record must not hold
  const plain = comment.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " ");
  return plain
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/^\n+|\n+$/g, "");
}

/** The tree without a move and all that follows it, and the place before it. */
export function removed(root: Node, path: Path): { root: Node; path: Path } {
  const last = path.at(-1);
  if (last === undefined) return { root, path };
  const before = path.slice(0, -1);
  const next = replaced(root, before, (node) => ({ ...node, next: node.next.toSpliced(last, 1) }));
  return { root: next, path: before };
}

/** The tree in which the variation of a place comes first where it begins, and the same place in it. */
export function promoted(root: Node, path: Path): { root: Node; path: Path } {
  const level = path.findLastIndex((idx) => idx > 0);
  const idx = path[level];
  if (idx === undefined) return { root, path };
  const next = replaced(root, path.slice(0, level), (node) => {
    const first = node.next[idx] as Node;
    return { ...node, next: [first, ...node.next.toSpliced(idx, 1)] };
  });
  return { root: next, path: path.with(level, 0) };
}

/** The tree of a round of a record. */
export function treeOf(round: ReplayRound): Node {
  const [start = "", ...after] = round.positions;
  return grown(null, start, round.moves, after, round.notes ?? {});
}

type Notes = { readonly [ply in number]?: ReplayNote };

/** A node with all that follows it: a line of moves, built from its end, with the variations that branch off. */
function grown(
  move: ReplayMove | null,
  position: string,
  moves: readonly ReplayMove[],
  positions: readonly string[],
  notes: Notes,
): Node {
  let below: Node | null = null;
  for (let ply = moves.length; ply >= 0; ply -= 1) {
    const note: ReplayNote = notes[ply] ?? {};
    const others = (note.variations ?? []).map(
      ({ moves: [first, ...rest], positions: [to = "", ...further], notes: own }) => {
        const shifted = Object.entries(own ?? {}).map(([at, said]) => [Number(at) - 1, said] as const);
        return grown(first ?? null, to, rest, further, Object.fromEntries(shifted));
      },
    );
    const by: ReplayMove | null = ply === 0 ? move : (moves[ply - 1] ?? null);
    below = {
      move: by && { by: by.by, text: by.text, spent: by.spent },
      position: ply === 0 ? position : (positions[ply - 1] ?? ""),
      mark: note.mark ?? null,
      comment: note.comment ?? "",
      next: below === null ? others : [below, ...others],
    };
  }
  return below as Node;
}

/** How a game ended that was not ended by its rules alone, and by which moves it came to that. */
export type Ended = { moves: readonly string[]; result: NonNullable<ReplayRound["result"]> };

/** How a round of a record ended. */
export const endOf = (round: Replay["rounds"][number]): Ended | null =>
  round.result ? { moves: round.moves.map(({ text }) => text), result: round.result } : null;
