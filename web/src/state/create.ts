// Making tables, the quick way of the home page and in general.

import type { Done } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { ChairChoice, FieldGroupCard, NewTable, PlayerCard, Seat, TableId } from "../protocol/messages";
import { type Answers, lineOf, usualAnswers } from "./fields";
import { game as cardOf } from "./games.svelte";
import { promiseNext } from "./nonces";

/** How dice are rolled on a seat of one's own. */
export type DiceChoice = { autoRoll: boolean; confirmBlocked: boolean };

/** Against whom one plays. */
export type Opponent = "computer" | "friend" | "here";

/** Whether players change seats after every round unless they say otherwise. Where dice decide who begins, nobody has an
 * advantage by a seat, and everybody keeps their color. */
export const beginsInTurn = (game: string): boolean => cardOf(game)?.has_chance !== true;

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
    rotate: beginsInTurn(game),
  };
}

/** Blokus for four at once: three computer players, and oneself on any seat, so that colors and start are left to chance. */
export function quickBlokus(level: number, seat = Math.floor(4 * Math.random())): NewTable {
  const table = quickTable("blokus", "classic", 4, "computer", level);
  const chairs = table.chairs.map(
    (_, idx): ChairChoice => (idx === seat ? "me" : { engine: `level${level}` }),
  );
  return { ...table, chairs };
}

/** A table at which one plays on from a position, on a seat of one's own, against computer players. */
export function tableFrom(
  game: string,
  options: string,
  start: string,
  seats: number,
  seat: Seat,
  level: number,
): NewTable {
  const table = quickTable(game, options, seats, "computer", level);
  const chairs = table.chairs.map(
    (_, idx): ChairChoice => (idx + 1 === seat ? "me" : { engine: `level${level}` }),
  );
  return { ...table, chairs, start };
}

/** The text that chooses a computer player with those of its options and weights that are not as usual. */
export function playerText(
  player: PlayerCard,
  answers: Answers,
  chosen: Readonly<Record<string, number>>,
): string {
  const usual = usualAnswers(player.fields);
  const isChanged = ({ fields }: FieldGroupCard) =>
    fields.some(({ name }) => (answers[name] ?? usual[name]) !== usual[name]);
  const options = lineOf(player.fields.filter(isChanged), { ...usual, ...answers });
  const weights = player.weights.filter(({ name, usual }) => (chosen[name] ?? usual) !== usual);
  const words = [
    ...options.split(" ").filter(Boolean),
    ...weights.map(({ name }) => `${name}=${chosen[name]}`),
  ];
  return words.length ? `${player.name}:${words.join(",")}` : player.name;
}

/** The same computer player with a time for each move, in seconds; as long as is usual without one. */
export function withTime(player: string, seconds: number | null): string {
  if (seconds === null) return player;
  return `${player}${player.includes(":") ? "," : ":"}time=${Math.round(1000 * seconds)}`;
}

/** Who sits on a seat where so many play here, so many elsewhere, and the computer plays the others. */
export function usualSitter(seat: number, here: number, elsewhere: number, level: number): string {
  if (seat < here) return "me";
  return seat < here + elsewhere ? "open" : `level${level}`;
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
  // At home nobody else waits for the dice: the first click on them begins the game.
  const first_roll = table.chairs.every(
    (choice) => choice === "me" || Object.hasOwn(Object(choice), "engine"),
  );
  const done = (await server.send({ type: "create-table", table: { first_roll, ...table } })) as Done;
  if (!done.table) throw new Error("the server made a table and did not tell which");
  return done.table;
}
