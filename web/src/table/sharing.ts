// Handing a game on to others.

/** The address at which anybody can see a game again. */
export const replayLink = (table: string): string => `${location.origin}/replay/${table}`;

/** The address of one position of a game: after so many plies of a round, from 0. */
export const positionLink = (table: string, round: number, ply: number): string =>
  `${replayLink(table)}#${round + 1}.${ply}`;

/** The position that the end of an address names, among rounds of so many plies; nothing if there is none. */
export function positionIn(hash: string, plies: readonly number[]): { round: number; ply: number } | null {
  const [, round = "", ply = ""] = /^#(\d{1,4})\.(\d{1,6})$/.exec(hash) ?? [];
  const last = plies[Number(round) - 1];
  return last === undefined ? null : { round: Number(round) - 1, ply: Math.min(Number(ply), last) };
}

/** What became of the wish to share something. */
export type Shared = "shared" | "copied" | "failed";

/** Hands an address on by the device's own means where it has some, or else into the clipboard. */
export async function share(title: string, url: string): Promise<Shared> {
  const isByHand = typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;
  try {
    if (isByHand) {
      await navigator.share({ title, url });
      return "shared";
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    // Who changes their mind needs no word about it.
    return error instanceof DOMException && error.name === "AbortError" ? "shared" : "failed";
  }
}
