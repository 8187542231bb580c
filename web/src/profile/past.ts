// A game that was played in this browser, told in the language of the page.

import { seatName } from "../boards/seats";
import { t } from "../i18n/language.svelte";
import { playerName } from "../shell/players";
import { capital } from "../shell/sentence";
import { seatTexts } from "../state/games.svelte";
import type { Past, PastPlayer } from "../state/history";
import { lookOf } from "../state/settings.svelte";
import { outcome } from "../table/outcome";

function nameOf(player: PastPlayer | undefined): string {
  if (!player) return "?";
  return typeof player === "string" ? player : playerName(player.engine);
}

/** Who played, in the order of the chairs. */
export const pastPlayers = ({ players }: Past): string[] => players.map(nameOf);

/** How it ended; nothing as long as it goes on. What was kept as a sentence stays as it is. */
export function pastResult({ game, options, players, result }: Past): string {
  if (result === null || typeof result === "string") return result ?? "";
  const colors = seatTexts(game, options, players.length);
  // As at the table: who plays several seats is told apart by what the seats are called.
  const seatOf = (seat: number) => {
    const color = colors[seat - 1];
    const isOneOfMany = result.mine.length > 1 && result.mine.includes(seat);
    if (isOneOfMany && color) return capital(t(seatName(game, seat, color, lookOf(game))));
    return nameOf(players[result.players[seat - 1] ?? -1]);
  };
  return outcome(result, { t, nameOf: seatOf, mySeats: result.mine, status: result.status });
}
