// What people call a game that goes on.

import { server } from "../connection/server.svelte";
import { t } from "../i18n/language.svelte";
import type { TableSummary } from "../protocol/messages";
import { game as cardOf } from "../state/games.svelte";
import { sitterName } from "./players";
import { yourGames as texts } from "./texts";

/** What a game is called. */
export function gameName(game: string): string {
  const card = cardOf(game);
  return card ? t(card.name) : game;
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

/** A game and against whom it is played. */
export function gameLine(summary: TableSummary): string {
  const game = gameName(summary.game);
  const names = opponents(summary);
  return names ? t(texts.against, { game, names }) : game;
}
