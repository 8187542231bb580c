// Making tables, the quick way of the home page and in general.

import type { Done } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { ChairChoice, NewTable, TableId } from "../protocol/messages";
import { game as cardOf } from "./games.svelte";
import { promiseNext } from "./nonces";

/** Against whom one plays. */
export type Opponent = "computer" | "friend" | "here";

/** The table that somebody wants who has chosen no more than a game and an opponent. */
export function quickTable(
  game: string,
  options: string,
  seats: number,
  opponent: Opponent,
  level: number,
): NewTable {
  const other: Record<Opponent, ChairChoice> = {
    computer: { engine: `level${level}` },
    friend: "open",
    here: "me",
  };
  const chairs: ChairChoice[] = Array.from({ length: seats }, (_, idx) =>
    idx === 0 ? "me" : other[opponent],
  );
  const isAlone = opponent !== "friend";
  return {
    game,
    options,
    chairs,
    undo: isAlone ? "free" : "by-agreement",
    hints: isAlone,
    hidden: true,
    watchers: "everyone",
    rotate: true,
  };
}

/** Promises one's part in the dice of a game to which one is about to sit down, on these chairs if they are known. */
export async function promiseBefore(game: string, chairs: number[] = []): Promise<void> {
  if (cardOf(game)?.has_chance !== false)
    await promiseNext((command) => server.send(command), chairs.slice(1));
}

/** Makes a table and tells its id; fails with a `Refused`. */
export async function createTable(table: NewTable): Promise<TableId> {
  await promiseBefore(
    table.game,
    table.chairs.flatMap((choice, chair) => (choice === "me" ? [chair] : [])),
  );
  const done = (await server.send({ type: "create-table", table })) as Done;
  if (!done.table) throw new Error("the server made a table and did not tell which");
  return done.table;
}
