// What the server refuses, in the language of the page.

import { type Language, say } from "../i18n/text";
import type { Code, Problem } from "../protocol/messages";
import { sentence } from "./sentence";

/** What each kind of problem means. */
export const problems: Record<Code, { en: string; de: string }> = {
  unreadable: {
    en: "The server does not understand this page; load it again.",
    de: "Der Server versteht diese Seite nicht; bitte neu laden.",
  },
  version: {
    en: "The server is newer than this page; load it again.",
    de: "Der Server ist neuer als diese Seite; bitte neu laden.",
  },
  "hello-first": {
    en: "The connection was not ready yet; try again.",
    de: "Die Verbindung stand noch nicht; bitte noch einmal versuchen.",
  },
  settings: {
    en: "These settings do not fit the game or each other.",
    de: "Diese Einstellungen passen nicht zum Spiel oder nicht zueinander.",
  },
  "out-of-order": {
    en: "Something later was already done in this browser; try again.",
    de: "In diesem Browser ist schon etwas Späteres geschehen; bitte noch einmal versuchen.",
  },
  name: {
    en: "Somebody has this name, or one that looks like it, or it cannot be a name.",
    de: "Jemand heißt schon so oder ähnlich, oder das kann kein Name sein.",
  },
  account: { en: "Log in first.", de: "Bitte zuerst anmelden." },
  banned: { en: "This account is banned.", de: "Dieses Konto ist gesperrt." },
  "too-fast": {
    en: "Too many messages; wait a few seconds.",
    de: "Zu viele Nachrichten; bitte ein paar Sekunden warten.",
  },
  "not-found": { en: "There is no such thing any more.", de: "Das gibt es nicht (mehr)." },
  "not-allowed": {
    en: "That is not allowed here; only players may do it.",
    de: "Das ist hier nicht erlaubt; nur Mitspieler dürfen das.",
  },
  password: {
    en: "Name or password is not right, or too short.",
    de: "Name oder Passwort stimmt nicht oder ist zu kurz.",
  },
  chair: { en: "This seat is not free.", de: "Dieser Platz ist nicht frei." },
  phase: {
    en: "The game is not that far, or over.",
    de: "Das Spiel ist noch nicht so weit oder schon vorbei.",
  },
  stale: {
    en: "Somebody else was faster; look again.",
    de: "Jemand war schneller; bitte noch einmal hinsehen.",
  },
  "not-your-turn": { en: "It is not your turn.", de: "Du bist nicht am Zug." },
  unavailable: {
    en: "The server cannot write at present; clocks stand still.",
    de: "Der Server kann gerade nicht speichern; die Uhren stehen.",
  },
  busy: { en: "All computer players are busy.", de: "Alle Computerspieler sind beschäftigt." },
  stopping: { en: "The server is about to stop.", de: "Der Server wird gleich beendet." },
  internal: { en: "Something went wrong on the server.", de: "Auf dem Server ist etwas schiefgegangen." },
  "rated-match": {
    en: "You are playing a rated match of this game; finish it first, then ask for advice.",
    de: "Du spielst gerade eine gewertete Partie dieses Spiels; beende sie zuerst, dann gibt es Rat.",
  },
  limit: {
    en: "That is more than this server allows.",
    de: "Das ist mehr, als dieser Server zulässt.",
  },
  text: { en: "The text is empty or too long.", de: "Der Text ist leer oder zu lang." },
  refused: { en: "That is not possible now.", de: "Das geht gerade nicht." },
  "illegal-move": { en: "That is no legal move.", de: "Das ist kein erlaubter Zug." },
};

/** A problem as a sentence: the game's own rule, the server's sentence in English, or what its kind means. A server that
 * is newer than the page may name a kind that the page does not know; its sentence stands for itself. */
export function inWords(problem: Problem, language: Language): string {
  if (problem.rule) return sentence(say(language, problem.rule));
  const told = sentence(problem.sentence.replace(/^illegal move: /, ""));
  const kind = (problems as Partial<typeof problems>)[problem.code];
  if (language === "en" || !kind) return told;
  // A position or a record that cannot be read: where, only the server's own words tell.
  return problem.code === "settings" ? `${kind[language]} (${told})` : kind[language];
}
