// One's own games that go on, wherever one is meanwhile, and whose turn it is there.

import { Refused } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { Message, Moment, TableId, TableSummary } from "../protocol/messages";
import { router } from "../router.svelte";
import { chairsOf, seatsOf } from "./course";
import { history } from "./history";

/** A game of one's own that is not over. */
export type Mine = {
  summary: TableSummary;
  /** Whether one is to move; nobody knows before it has begun. */
  isMyTurn: boolean;
};

/** As many games as are asked for: the newest of those that this browser knows. */
const ASKED = 8;

/** Whether another player plays there, who may be waiting. */
export function isWithPeople({ chairs }: TableSummary, user: string | undefined): boolean {
  return chairs.some(({ sitter }) => sitter && "person" in sitter && sitter.person.id !== user);
}

/** Whether a player is to move, or to roll. */
export function isTurnOf(
  moment: Moment | undefined,
  summary: TableSummary,
  user: string | undefined,
): boolean {
  if (!moment || moment.to_move === "nobody" || summary.phase !== "playing") return false;
  const seats = seatsOf(moment.players, chairsOf(summary.chairs, user));
  const seat = "seat" in moment.to_move ? moment.to_move.seat : moment.to_move.dice;
  return seat === null ? seats.length > 0 : seats.includes(seat);
}

/** The more urgent first: one's own turn, then others who wait, then the newest. */
export function inOrder(games: readonly Mine[], user: string | undefined): Mine[] {
  const rank = ({ isMyTurn, summary }: Mine) => (isWithPeople(summary, user) ? 0 : 2) + (isMyTurn ? 0 : 1);
  return games.toSorted(
    (one, other) => rank(one) - rank(other) || other.summary.created - one.summary.created,
  );
}

class MyGames {
  #known = $state.raw<ReadonlyMap<TableId, Mine>>(new Map());
  all = $derived(inOrder([...this.#known.values()], server.you?.id));
  /** The game that is on the screen. */
  #here = $derived(router.route.page === "table" ? router.route.id : null);
  elsewhere = $derived(this.all.filter(({ summary }) => summary.id !== this.#here));
  /** Those in which a player waits for oneself. */
  waiting = $derived(
    this.elsewhere.filter((game) => game.isMyTurn && isWithPeople(game.summary, server.you?.id)),
  );

  /** Listens for as long as the page is open. */
  start(): void {
    server.listen((message) => this.#hear(message));
  }

  /** Goes on hearing of a table whose page was left. */
  keep(table: TableId): void {
    const game = this.#known.get(table);
    if (game && isWithPeople(game.summary, server.you?.id)) this.#watch(table);
  }

  #hear(message: Message): void {
    if (message.type === "welcome") this.#ask();
    else if (message.type === "table") this.#see(message.snapshot.summary, message.snapshot.moment);
    else if (message.type === "events" && message.moment) {
      const game = this.#known.get(message.table);
      if (game) this.#see(game.summary, message.moment);
    }
  }

  /** Takes over how a table is; one at which one does not sit, or whose match is over, is no game of one's own. */
  #see(summary: TableSummary, moment: Moment | undefined): void {
    const user = server.you?.id;
    const isOn = summary.phase === "playing" || summary.phase === "waiting";
    if (!isOn || chairsOf(summary.chairs, user).length === 0) {
      this.#forget(summary.id);
      return;
    }
    const game = { summary, isMyTurn: isTurnOf(moment, summary, user) };
    this.#known = new Map(this.#known).set(summary.id, game);
  }

  #forget(table: TableId): void {
    if (!this.#known.has(table)) return;
    const known = new Map(this.#known);
    known.delete(table);
    this.#known = known;
  }

  /** Asks for the games that this browser knows and that were not over when they were last seen. */
  #ask(): void {
    const open = history().filter(({ result }) => result === null);
    for (const { table } of open.slice(0, ASKED)) if (table !== this.#here) this.#watch(table);
  }

  /** Hears of a table from now on. Tables at which one is alone change only when one comes back, and the server may close
   * one that nobody watches to make room for another; so they are looked at once. */
  #watch(table: TableId): void {
    server.send({ type: "watch", table, detail: "plain" }).then(
      () => {
        const game = this.#known.get(table);
        const isHeard = game && isWithPeople(game.summary, server.you?.id);
        if (!isHeard && table !== this.#here) server.say({ type: "unwatch", table });
      },
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        this.#forget(table);
      },
    );
  }
}

/** One's own games. */
export const mine = new MyGames();
