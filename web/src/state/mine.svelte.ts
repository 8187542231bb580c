// One's own games that go on, wherever one is meanwhile, and whose turn it is there.

import { Refused } from "../connection/connection";
import { ownTables } from "../connection/http";
import { server } from "../connection/server.svelte";
import type { Message, Moment, TableId, TableSummary } from "../protocol/messages";
import { router } from "../router.svelte";
import { isCorrespondence } from "./clock-rule";
import { chairsOf, seatsOf } from "./course";

/** A game of one's own that is not over. */
export type Mine = {
  summary: TableSummary;
  /** Whether one is to move; nobody knows before it has begun. */
  isMyTurn: boolean;
  /** When the time of whoever is to move is over, in milliseconds since 1970; only where players have days. */
  deadline?: number | undefined;
};

/** Of so many games with others every change is heard at once; of the rest, when the list is asked for again. */
const HEARD = 8;

/** A chair that is kept for oneself at a table that waits: one is asked to play there. */
export function isInvited({ chairs, phase }: TableSummary, user: string | undefined): boolean {
  const isKept = chairs.some(({ sitter, kept_for }) => !sitter && kept_for?.id === user);
  return phase === "waiting" && isKept && chairsOf(chairs, user).length === 0;
}

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

/** Whether somebody plays at a table that is not over, or is asked to. */
function isOf(summary: TableSummary, user: string | undefined): boolean {
  const isOn = summary.phase === "playing" || summary.phase === "waiting";
  return isOn && (chairsOf(summary.chairs, user).length > 0 || isInvited(summary, user));
}

/** Whether somebody waits for a player: for their move, or for their coming. */
const isWaitedFor = ({ isMyTurn, summary }: Mine, user: string | undefined): boolean =>
  isInvited(summary, user) || (isMyTurn && isWithPeople(summary, user));

/** When the time of whoever is to move is over, where players have days for every move. */
export function deadlineOf(
  moment: Moment | undefined,
  summary: TableSummary,
  now: number,
): number | undefined {
  if (!moment?.clocks || summary.phase !== "playing" || !isCorrespondence(summary.clock)) return undefined;
  if (moment.to_move === "nobody") return undefined;
  const seat = "seat" in moment.to_move ? moment.to_move.seat : moment.to_move.dice;
  const left = seat === null ? undefined : moment.clocks[seat - 1];
  return left === undefined ? undefined : now + left;
}

/** The more urgent first: one's own turn, the least time first, then others who wait, then the newest. */
export function inOrder(games: readonly Mine[], user: string | undefined): Mine[] {
  const rank = ({ isMyTurn, summary }: Mine) => {
    if (isInvited(summary, user)) return 0;
    return (isWithPeople(summary, user) ? 0 : 2) + (isMyTurn ? 0 : 1);
  };
  const deadline = (game: Mine) => (game.isMyTurn ? game.deadline : undefined) ?? Number.POSITIVE_INFINITY;
  return games.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (deadline(one) === deadline(other) ? 0 : deadline(one) - deadline(other)) ||
      other.summary.created - one.summary.created,
  );
}

class MyGames {
  #known = $state.raw<ReadonlyMap<TableId, Mine>>(new Map());
  all = $derived(inOrder([...this.#known.values()], server.you?.id));
  /** The game that is on the screen. */
  #here = $derived(router.route.page === "table" ? router.route.id : null);
  /** Of which tables news came while the list was on its way, which is older than that. */
  #fresher: Set<TableId> | null = null;
  elsewhere = $derived(this.all.filter(({ summary }) => summary.id !== this.#here));
  /** Those in which a player waits for oneself, or invites one. */
  waiting = $derived(this.elsewhere.filter((game) => isWaitedFor(game, server.you?.id)));

  /** Listens for as long as the page is open. */
  start(): void {
    server.listen((message) => this.#hear(message));
    // Meanwhile a game may have begun or gone on on another device.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void this.refresh();
    });
  }

  /** Asks the server for all games of one's own, on whatever device they began. */
  async refresh(): Promise<void> {
    if (!server.you || this.#fresher) return;
    const fresher = new Set<TableId>();
    this.#fresher = fresher;
    try {
      const user = server.you.id;
      const told = (await ownTables()).filter(({ summary }) => isOf(summary, user));
      if (user !== server.you?.id) return;
      const keeps = (id: TableId) => fresher.has(id) || id === this.#here;
      const kept = [...this.#known].filter(([id]) => keeps(id));
      const games = told.filter(({ summary: { id } }) => !keeps(id));
      this.#known = new Map([
        ...kept,
        ...games.map(
          ({ summary, my_turn, deadline }) => [summary.id, { summary, isMyTurn: my_turn, deadline }] as const,
        ),
      ]);
      const heard = games.filter(({ summary }) => isWithPeople(summary, user) || summary.phase === "waiting");
      for (const { summary } of heard.slice(0, HEARD)) this.#watch(summary.id);
    } catch (error) {
      // What was known is shown until the next answer.
      if (!(error instanceof Refused)) throw error;
    } finally {
      this.#fresher = null;
    }
  }

  /** Goes on hearing of a table whose page was left. */
  keep(table: TableId): void {
    const game = this.#known.get(table);
    if (game && isWithPeople(game.summary, server.you?.id)) this.#watch(table);
  }

  #hear(message: Message): void {
    if (message.type === "welcome") void this.refresh();
    else if (message.type === "table") this.#see(message.snapshot.summary, message.snapshot.moment);
    else if (message.type === "events" && message.moment) {
      const game = this.#known.get(message.table);
      if (game) this.#see(game.summary, message.moment);
    }
  }

  /** Takes over how a table is; one at which one does not sit, or whose match is over, is no game of one's own. */
  #see(summary: TableSummary, moment: Moment | undefined): void {
    const user = server.you?.id;
    this.#fresher?.add(summary.id);
    if (!isOf(summary, user)) {
      this.#forget(summary.id);
      return;
    }
    const deadline = deadlineOf(moment, summary, Date.now());
    const game = { summary, isMyTurn: isTurnOf(moment, summary, user), deadline };
    this.#known = new Map(this.#known).set(summary.id, game);
  }

  #forget(table: TableId): void {
    if (!this.#known.has(table)) return;
    const known = new Map(this.#known);
    known.delete(table);
    this.#known = known;
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
