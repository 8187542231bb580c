// Where the open part of a tree lies in its picture.

import type { SearchBranch, SearchNode } from "../protocol/messages";

/** A place in the tree: the moves that lead there. */
export type Path = readonly string[];

/** A path as a key. */
export const keyOf = (path: Path): string => path.join("\n");

/** A position in the picture; `node` is missing where a move was cut off. */
export type Placed = {
  key: string;
  path: Path;
  /** In leaves from the left, and in plies from the top. */
  x: number;
  y: number;
  node: SearchNode | undefined;
  /** The move that leads here, and the place from which it comes; nothing at the root. */
  from: { parent: Placed; branch: SearchBranch } | null;
};

/** Everything that is open, and how much room it takes in leaves and plies. */
export type Layout = { places: Placed[]; width: number; height: number };

/** Places the positions that are open; those below closed ones take no room. */
export function layout(root: SearchNode, isOpen: (key: string) => boolean): Layout {
  const places: Placed[] = [];
  let width = 0;
  let height = 0;
  const put = (node: SearchNode | undefined, path: Path, from: Placed["from"]): Placed => {
    const placed: Placed = { key: keyOf(path), path, x: 0, y: path.length, node, from };
    places.push(placed);
    height = Math.max(height, path.length + 1);
    const branches = node && isOpen(placed.key) ? node.branches : [];
    const below = branches.map((branch) =>
      put(branch.node, [...path, branch.text], { parent: placed, branch }),
    );
    const [first, last] = [below[0], below.at(-1)];
    placed.x = first && last ? (first.x + last.x) / 2 : width++;
    return placed;
  };
  put(root, [], null);
  return { places, width, height };
}

/** The keys of all positions that have moves. */
export function inner(root: SearchNode): string[] {
  const keys: string[] = [];
  const visit = (node: SearchNode, path: Path): void => {
    if (node.branches.length) keys.push(keyOf(path));
    for (const { text, node: below } of node.branches) if (below) visit(below, [...path, text]);
  };
  visit(root, []);
  return keys;
}

/** The keys of the positions on a line of play, the root included. */
export const along = (line: Path): string[] =>
  [...Array(line.length + 1).keys()].map((n) => keyOf(line.slice(0, n)));

/** The position at a path, and the move that was tried last; no position if it was cut off. */
export function at(
  root: SearchNode,
  path: Path,
): { node: SearchNode | undefined; branch: SearchBranch | null } {
  let node: SearchNode | undefined = root;
  let branch: SearchBranch | null = null;
  for (const text of path) {
    branch = node?.branches.find((known) => known.text === text) ?? null;
    node = branch?.node;
  }
  return { node, branch };
}
