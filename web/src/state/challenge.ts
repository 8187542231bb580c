// Asking a person to play: a table with a seat for them, and a message that leads there.

import type { Person, TableId } from "../protocol/messages";
import { createTable, quickTable } from "./create";

/** What is to be played. */
export type ChallengeTerms = { game: string; options: string; clock: string };

/** Makes a table with a seat for a player. */
export function challenge(person: Person, { game, options, clock }: ChallengeTerms): Promise<TableId> {
  const table = quickTable(game, options, 2, "friend", 1);
  return createTable({ ...table, chairs: ["me", { for: person }], clock });
}

/** The address of a table on this server. */
export const tableLink = (table: TableId): string => `${location.origin}/table/${table}`;

/** The path of the table to which a message leads, if it leads to one of this server. */
export function tableIn(text: string): string | null {
  const [, origin, path] = /(https?:\/\/[^\s/]+)(\/table\/[a-z\d]{4,40})(?=$|\s)/.exec(text) ?? [];
  return origin === location.origin ? (path ?? null) : null;
}

/** A message without the address in it, which is shown as a button. */
export const withoutLink = (text: string): string =>
  text.replace(/\s*https?:\/\/[^\s/]+\/table\/\S+/, "").trim();
