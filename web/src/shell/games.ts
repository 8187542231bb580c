// What people call a game that goes on.

import { server } from "../connection/server.svelte";
import { called } from "../i18n/guests";
import { t } from "../i18n/language.svelte";
import type { TableSummary } from "../protocol/messages";
import { game as cardOf } from "../state/games.svelte";
import { isInvited, type Mine } from "../state/mine.svelte";
import { roughly } from "../table/clock";
import { sitterName } from "./players";
import { capital } from "./sentence";
import { yourGames as texts } from "./texts";

/** What a game is called. */
export function gameName(game: string): string {
  const card = cardOf(game);
  return card ? t(card.name) : game;
}

/** What options of a game are called, if they have a name. */
export function variantName(game: string, options: string): string {
  const found = cardOf(game)?.variants.find((variant) => variant.options === options);
  return found ? capital(t(found.name)) : options;
}

/** The others at a table, by their names; nobody where all seats are one's own or free. */
export function opponents({ chairs }: TableSummary): string {
  const isMine = (chair: TableSummary["chairs"][number]) =>
    chair.sitter !== undefined && "person" in chair.sitter && chair.sitter.person.id === server.you?.id;
  const names = chairs.filter((chair) => !isMine(chair)).flatMap((chair) => sitterName(chair) ?? []);
  // Computer players of one level have one name.
  const times = (name: string) => names.filter((other) => other === name).length;
  return [...new Set(names)].map((name) => (times(name) > 1 ? `${times(name)} × ${name}` : name)).join(", ");
}

/** Whose turn it is in a game of one's own, or what else it waits for. */
export function stateOf({ isMyTurn, deadline, summary }: Mine): string {
  if (isInvited(summary, server.you?.id)) return t(texts.invited, { name: called(summary.host) });
  if (summary.phase === "waiting") return t(texts.waiting);
  if (isMyTurn && deadline !== undefined) {
    return t(texts.yourTurnLeft, { time: roughly(t, Math.max(0, deadline - Date.now())) });
  }
  return t(isMyTurn ? texts.yourTurn : texts.theirTurn);
}

/** A game and against whom it is played. */
export function gameLine(summary: TableSummary): string {
  const game = gameName(summary.game);
  const names = opponents(summary);
  return names ? t(texts.against, { game, names }) : game;
}
