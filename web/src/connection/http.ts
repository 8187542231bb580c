// What is asked over plain HTTP.

import type {
  Drawing,
  DrawnPosition,
  GameCard,
  GameReportView,
  History,
  Leader,
  MatchPage,
  OwnTable,
  Person,
  Problem,
  Profile,
  Replay,
  ReportedMatch,
  SearchTree,
  VariantCard,
} from "../protocol/messages";
import { Refused } from "./connection";

/** Told where nothing answers at all. */
const UNREACHABLE: Problem = {
  code: "unavailable",
  sentence: "the server cannot be reached; try again in a moment",
  rule: {
    en: "the server cannot be reached; try again in a moment",
    de: "der Server ist nicht zu erreichen; bitte gleich noch einmal versuchen",
  },
};

/** Asks the server; fails with a `Refused`, also where the network is gone. */
async function ask(path: string, how?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, how);
  } catch {
    throw new Refused(UNREACHABLE);
  }
}

async function answer<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const body = (await response.json().catch(() => null)) as T | Problem | null;
  if (response.ok) return body as T;
  const problem = body && typeof body === "object" && "sentence" in body ? body : null;
  throw new Refused(problem ?? { code: "internal", sentence: `the server answered ${response.status}` });
}

/** Asks for something. */
export async function get<T>(path: string): Promise<T> {
  return answer<T>(await ask(path, { headers: { accept: "application/json" } }));
}

/** Changes something: the header proves that a page of ours wants it. */
export async function change<T>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json", "x-brett-request": "1" };
  if (body !== undefined) headers["content-type"] = "application/json";
  return answer<T>(
    await ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }),
  );
}

/** Who one is. */
export const me = (): Promise<Person> => get("/api/me");

export const games = (): Promise<GameCard[]> => get("/api/games");

/** One's own tables that are not over, the newest first. */
export const ownTables = (): Promise<OwnTable[]> => get("/api/me/tables");

/** What options make of a game; fails with the sentence with which a table would be refused. */
export function variant(game: string, options: string): Promise<VariantCard> {
  return get(`/api/variant?${new URLSearchParams({ game, options })}`);
}

/** Whether whoever sits here has started the server for themselves, and may end it. */
export const canEnd = (): Promise<boolean> => get("/api/quit");

/** Ends the program that serves this page. */
export const endProgram = (): Promise<boolean> => change("POST", "/api/quit");

/** A drawing of a position of a game, from a seat. */
export function draw(game: string, options: string, position: string, seat = 1): Promise<Drawing> {
  const query = new URLSearchParams({ game, options, position, seat: String(seat) });
  return get(`/api/draw?${query}`);
}

/** A position of a game, or the one after a move in it, with all that can happen next; fails with the reason against the
 * move. */
export function drawAfter(
  game: string,
  options: string,
  position: string | null,
  move: string | null,
): Promise<DrawnPosition> {
  const query = new URLSearchParams({ game, options });
  if (position !== null) query.set("position", position);
  if (move !== null) query.set("move", move);
  return get(`/api/draw?${query}`);
}

/** A position of a game as a picture in SVG, from a seat. */
export async function picture(game: string, options: string, position: string, seat = 1): Promise<string> {
  const query = new URLSearchParams({ game, options, position, seat: String(seat) });
  const response = await ask(`/api/picture?${query}`);
  return response.ok ? response.text() : answer<string>(response);
}

/** The tree of a look-ahead from a position. */
export function searchTree(wanted: {
  game: string;
  options: string;
  position: string;
  depth: number;
  alphaBeta: boolean;
  evaluation: string;
}): Promise<SearchTree> {
  const { game, options, position, depth, alphaBeta, evaluation } = wanted;
  const query = new URLSearchParams({ game, options, depth: String(depth), alpha_beta: String(alphaBeta) });
  // Nothing said means the start, and the game's first evaluation.
  if (position) query.set("position", position);
  if (evaluation) query.set("evaluation", evaluation);
  return get(`/api/tree?${query}`);
}

/** A finished match, with what it did to ratings. */
export const matchPage = (table: string): Promise<MatchPage> =>
  get(`/api/games/${encodeURIComponent(table)}`);

/** Somebody's page. */
export const profile = (user: string): Promise<Profile> => get(`/api/users/${encodeURIComponent(user)}`);

/** Somebody's finished matches, the newest first, or those before a place that an earlier answer told. */
export function matchesOf(user: string, before?: string): Promise<History> {
  const query = before === undefined ? "" : `?${new URLSearchParams({ before })}`;
  return get(`/api/users/${encodeURIComponent(user)}/games${query}`);
}

/** The strongest of a game. */
export const leaders = (game: string): Promise<Leader[]> =>
  get(`/api/leaderboards/${encodeURIComponent(game)}`);

/** Plays a record again. A long one comes in several answers, which are put together here. */
export async function replay(record: string): Promise<Replay> {
  const headers = { "content-type": "text/plain", "x-brett-request": "1" };
  const part = async (from: number) =>
    answer<Replay>(await ask(`/api/replay?from=${from}`, { method: "POST", headers, body: record }));
  const whole = await part(0);
  while (whole.next !== undefined) {
    const { rounds, next } = await part(whole.next);
    whole.rounds.push(...rounds);
    whole.next = next;
  }
  return whole;
}

/** Asks for the report about the match of a table, or about a record. */
export async function askReport(subject: { table: string } | { record: string }): Promise<GameReportView> {
  if ("table" in subject) return change("POST", `/api/tables/${encodeURIComponent(subject.table)}/report`);
  const headers = { "content-type": "text/plain", "x-brett-request": "1" };
  return answer(await ask("/api/game-reports", { method: "POST", headers, body: subject.record }));
}

/** A report, or how far it is. */
export const reportOf = (id: string): Promise<GameReportView> =>
  get(`/api/game-reports/${encodeURIComponent(id)}`);

/** What reports say about oneself, the newest match first. */
export const reportedMatches = (user: string): Promise<ReportedMatch[]> =>
  get(`/api/users/${encodeURIComponent(user)}/game-reports`);

/** The record of a table. */
export async function record(table: string): Promise<string> {
  const response = await ask(`/api/tables/${encodeURIComponent(table)}/record`);
  return response.ok ? response.text() : answer<string>(response);
}
