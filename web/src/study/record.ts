// A tree of moves as a record, which can be kept, handed on, and opened again.

import type { DrawnPosition, End } from "../protocol/messages";
import type { Ended, Move, Node } from "./tree";

/** Everything that a record says besides its moves. */
export type Heading = {
  game: string;
  /** In canonical form. */
  options: string;
  /** Who plays, seat by seat. */
  players: readonly string[];
  /** Whether the tree begins where every game of this kind does. */
  startsAsUsual: boolean;
};

/** What the server knows of a position. */
export type Known = Pick<DrawnPosition, "hash" | "result">;

/** How a game ended, as a record writes it. */
function ending(end: End): string {
  if (typeof end === "string") return end;
  if ("resigned" in end) return `resigned ${end.resigned.seat} ${end.resigned.level}`;
  return `time-over ${end["time-over"].seat}`;
}

const moveLine = ({ by, text, spent }: Move): string =>
  `${by ?? "*"} ${text}${spent === null ? "" : ` @${spent}`}`;

/** What is said about a position, besides variations. */
function said({ mark, comment }: Node): string[] {
  const lines = comment === "" ? [] : comment.split("\n").map((line) => (line === "" ? "#" : `# ${line}`));
  return mark === null ? lines : [`mark ${mark}`, ...lines];
}

/** A variation that begins with a move. */
function variation(first: Node): string[] {
  const lines = ["("];
  for (let node: Node | undefined = first; node; node = node.next[0]) {
    if (node.move) lines.push(moveLine(node.move));
    lines.push(...said(node), ...node.next.slice(1).flatMap(variation));
  }
  return [...lines, ")"];
}

/** The end of what was played: where the game ended if that is still the main line, or else where the main line ends. */
export function lastPlayed(root: Node, ended: Ended | null): { node: Node; isEnd: boolean } {
  let node = root;
  let n_plies = 0;
  let isAsPlayed = ended !== null;
  for (let next = node.next[0]; next; next = node.next[0]) {
    if (isAsPlayed && n_plies === ended?.moves.length) return { node, isEnd: true };
    isAsPlayed &&= next.move?.text === ended?.moves[n_plies];
    node = next;
    n_plies += 1;
  }
  return { node, isEnd: isAsPlayed && n_plies === ended?.moves.length };
}

/** The record of a tree; the server knows what is at the end of its main line. */
export function recordOf(heading: Heading, root: Node, ended: Ended | null, known: Known): string {
  const { node: last, isEnd } = lastPlayed(root, ended);
  const moves: string[] = [];
  let isAnnotated = false;
  for (let node: Node | undefined = root; node; node = node === last ? undefined : node.next[0]) {
    const others = node === last ? node.next : node.next.slice(1);
    const notes = [...said(node), ...others.flatMap(variation)];
    isAnnotated ||= notes.length > 0;
    if (node.move) moves.push(moveLine(node.move));
    moves.push(...notes);
  }
  // Where the rules have ended the game, they tell the result.
  const result = known.result ?? (isEnd ? ended?.result : undefined);
  const lines = [
    `brettwerk record ${isAnnotated ? 2 : 1}`,
    `game ${heading.game} ${heading.options}`,
    ...heading.players.map((name, idx) => `player ${idx + 1} ${name}`),
    "length rounds=1",
    "clock none",
    "",
    `round 1 players ${heading.players.map((_, idx) => idx + 1).join(" ")}`,
    ...(heading.startsAsUsual ? [] : [`start ${root.position}`]),
    ...moves,
    result ? `result ${ending(result[0])} ${result[1].join(" ")}` : "result open",
    `hash ${known.hash}`,
    "",
    "end",
  ];
  return `${lines.join("\n")}\n`;
}
