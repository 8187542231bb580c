// The main menu: whether it is open, and what it leads to.

import { routeOf, router } from "../router.svelte";
import type { IconName } from "./Icon.svelte";
import type { menu as texts } from "./texts";

/** A line of the menu: a page, with the name of its text, beside which stands what it is for. */
export type Line = { path: string; text: LineText; icon: IconName };
type LineText = {
  [Name in keyof typeof texts]: `${Name}Note` extends keyof typeof texts ? Name : never;
}[keyof typeof texts];

const LINES: Line[] = [
  { path: "/new", text: "new", icon: "plus" },
  { path: "/lobby", text: "lobby", icon: "people" },
  { path: "/watch", text: "watch", icon: "eye" },
  { path: "/replay", text: "replay", icon: "history" },
  { path: "/analysis", text: "analysis", icon: "branch" },
  { path: "/puzzles", text: "puzzles", icon: "puzzle" },
  { path: "/tournaments", text: "tournaments", icon: "flag" },
  { path: "/leaderboard", text: "leaders", icon: "signal" },
  { path: "/elsewhere", text: "elsewhere", icon: "link" },
  { path: "/settings", text: "settings", icon: "gear" },
  { path: "/help", text: "help", icon: "hint" },
  { path: "/about", text: "about", icon: "book" },
];

class Menu {
  isOpen = $state(false);
  /** Whether the opening scene is shown. */
  isOpening = $state(false);
  /** The pages to which it leads. */
  readonly lines = LINES.filter(({ path }) => routeOf(path).page !== "missing");

  open(): void {
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
  }

  go(path: string): void {
    this.close();
    router.go(path);
  }

  showIntro(): void {
    this.close();
    this.isOpening = true;
  }
}

/** The main menu. */
export const menu = new Menu();
