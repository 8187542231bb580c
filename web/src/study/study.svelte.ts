// A tree of moves that somebody looks at and edits: where they are in it, what the server knows about that position, and
// the edits that can be undone.

import { Refused } from "../connection/connection";
import { drawAfter } from "../connection/http";
import type { DrawnPosition, MoveMark, Problem, Replay } from "../protocol/messages";
import { type Heading, lastPlayed, recordOf } from "./record";
import {
  along,
  annotated,
  at,
  beside,
  depth,
  type Ended,
  endOf,
  MAX_DEPTH,
  MAX_MOVES,
  type Node,
  type Path,
  played,
  promoted,
  removed,
  seed,
  size,
  toEnd,
  treeOf,
  within,
} from "./tree";

/** Edits that can be undone. */
const MAX_EDITS = 200;

/** Drawings that are remembered. */
const MAX_DRAWN = 400;

/** What a study begins with. */
export type Beginning = { heading: Heading; root: Node; ended: Ended | null };

/** A study of a position, with nothing played yet. */
export function fromPosition(heading: Heading, position: string): Beginning {
  return { heading, root: seed(position), ended: null };
}

/** A study of a round of a record. */
export function fromReplay(replay: Replay, roundIdx: number, usualStart: string): Beginning | null {
  const round = replay.rounds[roundIdx];
  if (!round) return null;
  const players = round.players.map((player) => replay.players[player] ?? "?");
  const startsAsUsual = round.positions[0] === usualStart;
  const { game, options } = replay;
  return { heading: { game, options, players, startsAsUsual }, root: treeOf(round), ended: endOf(round) };
}

export class Study {
  readonly heading: Heading;
  readonly ended: Ended | null;
  root = $state.raw<Node>(seed(""));
  path = $state.raw<Path>([]);
  /** How the position on the board looks, and what can be played there; the one before until it is known. */
  drawn = $state.raw<DrawnPosition | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** What one has tried to do and cannot. */
  limit = $state<"depth" | "size" | null>(null);

  #before = $state.raw<{ root: Node; path: Path }[]>([]);
  #after = $state.raw<{ root: Node; path: Path }[]>([]);
  readonly #drawings = new Map<string, Promise<DrawnPosition>>();

  readonly node = $derived(at(this.root, this.path));
  readonly nodes = $derived(along(this.root, this.path));
  readonly canUndo = $derived(this.#before.length > 0);
  readonly canRedo = $derived(this.#after.length > 0);

  constructor({ heading, root, ended }: Beginning, path: Path = []) {
    this.heading = heading;
    this.ended = ended;
    this.root = root;
    this.path = within(root, path);
  }

  /** How a position looks, or the one after a move in it. */
  #drawing(position: string, move: string | null): Promise<DrawnPosition> {
    const { game, options } = this.heading;
    if (move !== null) return drawAfter(game, options, position, move);
    const known = this.#drawings.get(position);
    if (known) return known;
    const asked = drawAfter(game, options, position, null);
    if (this.#drawings.size >= MAX_DRAWN) this.#drawings.clear();
    this.#drawings.set(position, asked);
    asked.catch(() => this.#drawings.delete(position));
    return asked;
  }

  /** Looks at the position where one is. */
  async look(): Promise<void> {
    const { position } = this.node;
    try {
      const found = await this.#drawing(position, null);
      if (position === this.node.position) [this.drawn, this.problem] = [found, null];
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.problem = error.problem;
  }

  go(path: Path): void {
    this.path = within(this.root, path);
    this.limit = null;
    this.problem = null;
  }

  back = (): void => this.go(this.path.slice(0, -1));
  forward = (): void => this.go([...this.path, 0]);
  first = (): void => this.go([]);
  last = (): void => this.go(toEnd(this.root, this.path));
  beside = (by: 1 | -1): void => this.go(beside(this.root, this.path, by));

  /** Plays a move or a roll where one is; whether it can be played. */
  async play(text: string): Promise<boolean> {
    const { root, path } = this;
    const from = at(root, path);
    const known = from.next.findIndex((node) => node.move?.text === text);
    if (known >= 0) {
      this.go([...path, known]);
      return true;
    }
    if (from.next.length > 0 && depth(path) >= MAX_DEPTH) this.limit = "depth";
    else if (size(root) >= MAX_MOVES) this.limit = "size";
    else {
      this.limit = null;
      try {
        const found = await this.#drawing(from.position, text);
        // Meanwhile one may have gone elsewhere.
        if (this.root !== root || this.path !== path) return false;
        this.#drawings.set(found.position, Promise.resolve(found));
        const { by = null, text: canonical = text } = found.played ?? {};
        const next = played(root, path, { by, text: canonical, spent: null }, found.position);
        if (next.root === root) this.path = next.path;
        else this.#edit(next);
        [this.drawn, this.problem] = [found, null];
        return true;
      } catch (error) {
        this.#complain(error);
      }
    }
    return false;
  }

  /** Plays several moves, one after the other, as far as they can be played. */
  async playAll(texts: readonly string[]): Promise<void> {
    for (const text of texts) if (!(await this.play(text))) return;
  }

  mark(mark: MoveMark | null): void {
    this.#change(annotated(this.root, this.path, { mark }));
  }

  comment(comment: string): void {
    const next = annotated(this.root, this.path, { comment });
    if (at(next, this.path).comment !== this.node.comment) this.#change(next);
  }

  promote(): void {
    const next = promoted(this.root, this.path);
    if (next.root !== this.root) this.#edit(next);
  }

  remove(): void {
    const next = removed(this.root, this.path);
    if (next.root !== this.root) this.#edit(next);
  }

  #change(root: Node): void {
    this.#edit({ root, path: this.path });
  }

  #edit({ root, path }: { root: Node; path: Path }): void {
    this.#before = [...this.#before, { root: this.root, path: this.path }].slice(-MAX_EDITS);
    this.#after = [];
    [this.root, this.path] = [root, path];
  }

  undo(): void {
    const before = this.#before.at(-1);
    if (!before) return;
    this.#after = [...this.#after, { root: this.root, path: this.path }];
    this.#before = this.#before.slice(0, -1);
    ({ root: this.root, path: this.path } = before);
  }

  redo(): void {
    const after = this.#after.at(-1);
    if (!after) return;
    this.#before = [...this.#before, { root: this.root, path: this.path }];
    this.#after = this.#after.slice(0, -1);
    ({ root: this.root, path: this.path } = after);
  }

  /** The whole as a record. */
  async record(): Promise<string> {
    const { root } = this;
    const { node } = lastPlayed(root, this.ended);
    return recordOf(this.heading, root, this.ended, await this.#drawing(node.position, null));
  }
}
