// Handing a game on to others.

/** The address at which anybody can see a game again. */
export const replayLink = (table: string): string => `${location.origin}/replay/${table}`;

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
