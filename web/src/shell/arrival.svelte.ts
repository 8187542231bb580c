// Whoever goes to another page hears where they are, and keys go on from there; loading a page does the same by itself.

import { untrack } from "svelte";
import { router } from "../router.svelte";
import { announce } from "../state/announcer.svelte";

/** Brings the focus to the content of every page but the first, and says its heading. */
export function followPages(content: () => HTMLElement | undefined): void {
  let here = router.path;
  $effect(() => {
    const { path } = router;
    const main = untrack(content);
    if (path === here || !main) return;
    here = path;
    main.focus({ preventScroll: true });
    return untrack(() => tellHeading(main));
  });
}

/** Says the heading of a page as soon as there is one. Returns how to give up waiting for it. */
function tellHeading(main: HTMLElement): () => void {
  const tell = () => {
    const heading = main.querySelector("h1")?.textContent?.trim();
    if (!heading) return;
    announce(heading);
    observer.disconnect();
  };
  const observer = new MutationObserver(tell);
  observer.observe(main, { childList: true, subtree: true });
  tell();
  return () => observer.disconnect();
}
