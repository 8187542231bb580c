// That it is one's turn is seen and heard where one looks at something else: in the title of the tab, by a sound, and by a
// notification of the browser where a player wants that.

import { play } from "../sound/sound";
import { mine } from "../state/mine.svelte";
import { settings } from "../state/settings.svelte";
import { gameLine, stateOf } from "./games";

/** A title with how many games wait for oneself, instead of how many did before. */
export function withCount(title: string, count: number): string {
  const bare = title.replace(/^\(\d+\) /, "");
  return count > 0 ? `(${count}) ${bare}` : bare;
}

/** Keeps the title of the tab up to date, whatever page gives it. */
function keepTitle(count: () => number): void {
  const tell = () => {
    const wanted = withCount(document.title, count());
    if (document.title !== wanted) document.title = wanted;
  };
  $effect(() => {
    tell();
    const observer = new MutationObserver(tell);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  });
}

/** Whether the browser can notify at all. */
export const canNotify = (): boolean => typeof Notification === "function";

/** Asks the browser for the permission to notify, and tells whether there is one. */
export async function mayNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Tells players who look elsewhere that it is their turn. */
export function signalTurns(): void {
  keepTitle(() => mine.waiting.length);
  let known: string[] = [];
  $effect(() => {
    const { waiting } = mine;
    const fresh = waiting.filter(({ summary }) => !known.includes(summary.id));
    known = waiting.map(({ summary }) => summary.id);
    for (const game of fresh) {
      if (settings.sound) play("turn", settings.volume);
      if (settings.notify && document.hidden && canNotify() && Notification.permission === "granted") {
        new Notification(stateOf(game), { body: gameLine(game.summary), tag: game.summary.id });
      }
    }
  });
}
