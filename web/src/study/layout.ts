// A tree of moves as it is written: one line after the other, and variations where they branch off.

import type { Node, Path } from "./tree";

/** A move in the list. */
export type Written = {
  kind: "move";
  node: Node;
  path: Path;
  /** Which decision it is, from 1; nothing for the dice, and for the decision to let them roll. */
  number: number | null;
};

/** A variation in the list. */
export type Branch = { kind: "branch"; path: Path; items: Item[] };

export type Item = Written | Branch;

/** The decision to roll where doubling was possible as well. */
const ROLL = "roll";

const isCounted = ({ move }: Node): boolean => move !== null && move.by !== null && move.text !== ROLL;

/** Everything after a place, as it is written; so many decisions stand before it. */
function line(from: Node, path: Path, n_before: number, first: number): Item[] {
  const items: Item[] = [];
  let [node, here, count] = [from, path, n_before];
  for (let idx = first; ; idx = 0) {
    const next = node.next[idx];
    if (!next) return items;
    const number = isCounted(next) ? count + 1 : null;
    items.push({ kind: "move", node: next, path: [...here, idx], number });
    if (idx === 0) {
      for (let other = 1; other < node.next.length; other += 1) {
        items.push({ kind: "branch", path: [...here, other], items: line(node, here, count, other) });
      }
    }
    [node, here, count] = [next, [...here, idx], number ?? count];
  }
}

/** A whole tree as it is written. */
export const written = (root: Node): Item[] => line(root, [], 0, 0);
