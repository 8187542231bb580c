// What computer players are called, in the language of the page.

import { guestName } from "../i18n/guests";
import { language, t } from "../i18n/language.svelte";
import type { Chair } from "../protocol/messages";
import { engineName, nameOn } from "../state/course";
import { shell } from "./texts";

/** A level by its name, with the seconds that it takes for a move where somebody has chosen them. */
function levelName(level: string, seconds?: number): string {
  return seconds === undefined ? t(shell.level, { level }) : t(shell.levelFor, { level, seconds });
}

/** Whoever sits on a chair, or for whom it is kept. */
export const sitterName = (chair: Chair | undefined): string | null => nameOn(chair, levelName);

/** A player of a record, which does not tell people from computer players. */
export const playerName = (player: string): string => guestName(language(), engineName(player, levelName));
