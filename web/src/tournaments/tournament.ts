// What there is to say of a tournament.

import { change, get } from "../connection/http";
import { called } from "../i18n/guests";
import type { Entry, Translate } from "../i18n/text";
import type {
  Contest,
  NewTournament,
  Tournament,
  TournamentFormat,
  TournamentSummary,
  TournamentView,
} from "../protocol/messages";
import { tournaments as texts } from "./texts";

const at = (id: string, rest = "") => `/api/tournaments/${encodeURIComponent(id)}${rest}`;

/** All that are not over, and the newest of the others. */
export const allTournaments = (): Promise<TournamentSummary[]> => get("/api/tournaments");

export const tournamentOf = (id: string): Promise<TournamentView> => get(at(id));

export const createTournament = (wanted: NewTournament): Promise<TournamentView> =>
  change("POST", "/api/tournaments", wanted);

/** What one can do to a tournament. */
export const ACTS = {
  join: (id: string): Promise<TournamentView> => change("POST", at(id, "/players")),
  leave: (id: string): Promise<TournamentView> => change("DELETE", at(id, "/players")),
  start: (id: string): Promise<TournamentView> => change("POST", at(id, "/start")),
  callOff: (id: string): Promise<TournamentView> => change("DELETE", at(id)),
};

/** What a format is called. */
export function formatName(format: TournamentFormat): Entry {
  if (format === "round-robin") return texts.roundRobin;
  return format === "knock-out" ? texts.knockOut : texts.swiss;
}

/** How far a tournament is. */
export function phaseInWords(t: Translate, { phase }: Pick<Tournament, "phase">, nRounds: number): string {
  if (phase === "running") return t(texts.running, { count: nRounds });
  return t(texts[phase]);
}

/** A result as it stands between two names; nothing while the match goes on. */
export function score({ result }: Contest): string | null {
  switch (result) {
    case undefined:
      return null;
    case "first":
    case "first-by-forfeit":
      return "1 : 0";
    case "second":
    case "second-by-forfeit":
      return "0 : 1";
    case "draw":
      return "½ : ½";
    default:
      return "0 : 0";
  }
}

/** What is to be said of a match that was not played. */
export function remark({ result }: Contest): Entry | null {
  if (result === "first-by-forfeit" || result === "second-by-forfeit") return texts.forfeit;
  return result === "nobody-came" ? texts.nobodyCame : null;
}

/** What a person has to do in a running tournament. */
export type Duty =
  | { kind: "play"; table: string; opponent: string; deadline: number }
  | { kind: "free" }
  | { kind: "wait" }
  | null;

export function dutyOf({ phase, players, rounds }: Tournament, user: string | undefined): Duty {
  const me = players.findIndex(({ person, has_left }) => person.id === user && !has_left);
  const round = rounds.at(-1);
  if (phase !== "running" || me < 0 || !round) return null;
  const mine = round.contests.find(({ first, second }) => first === me || second === me);
  if (mine?.table !== undefined && mine.result === undefined) {
    const other = players[mine.first === me ? mine.second : mine.first];
    const opponent = other ? called(other.person) : "";
    return { kind: "play", table: mine.table, opponent, deadline: mine.deadline };
  }
  return round.free === me ? { kind: "free" } : { kind: "wait" };
}

/** Those on the first place of a tournament that is over. */
export function winners({ tournament, standings }: TournamentView): string[] {
  if (tournament.phase !== "over") return [];
  const first = standings.filter(({ rank }) => rank === 1);
  return first.flatMap(({ player }) => {
    const entrant = tournament.players[player];
    return entrant ? [called(entrant.person)] : [];
  });
}

/** Points and half points, as a table of results writes them. */
export function points(value: number): string {
  const whole = Math.floor(value);
  const quarters = { 0.25: "¼", 0.5: "½", 0.75: "¾" }[value - whole] ?? "";
  return quarters && whole === 0 ? quarters : `${whole}${quarters}`;
}
