// What is asked over plain HTTP.

import type { Drawing, GameCard, Problem, Replay } from "../protocol/messages";
import { Refused } from "./connection";

async function answer<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => null)) as T | Problem | null;
  if (response.ok) return body as T;
  const problem = body && typeof body === "object" && "sentence" in body ? body : null;
  throw new Refused(problem ?? { code: "internal", sentence: `the server answered ${response.status}` });
}

/** Asks for something. */
export async function get<T>(path: string): Promise<T> {
  return answer<T>(await fetch(path, { headers: { accept: "application/json" } }));
}

/** Hands something over as JSON. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  return answer<T>(
    await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

export const games = (): Promise<GameCard[]> => get("/api/games");

/** A drawing of a position of a game, from a seat. */
export function draw(game: string, options: string, position: string, seat = 1): Promise<Drawing> {
  const query = new URLSearchParams({ game, options, position, seat: String(seat) });
  return get(`/api/draw?${query}`);
}

/** Plays a record again. */
export async function replay(record: string): Promise<Replay> {
  return answer<Replay>(await fetch("/api/replay", { method: "POST", body: record }));
}

/** The record of a table. */
export async function record(table: string): Promise<string> {
  const response = await fetch(`/api/tables/${encodeURIComponent(table)}/record`);
  return response.ok ? response.text() : answer<string>(response);
}
