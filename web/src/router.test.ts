import { describe, expect, it, vi } from "vitest";
import { analysisPath, routeOf, router, treePath } from "./router.svelte";

it.each([
  ["/", { page: "home" }],
  ["/lobby", { page: "lobby" }],
  ["/table/q7x2mzk4w9ab", { page: "table", id: "q7x2mzk4w9ab" }],
  ["/tournaments", { page: "tournaments" }],
  ["/tournament/w4k9", { page: "tournament", id: "w4k9" }],
  ["/tournament", { page: "missing" }],
  ["/invite/h4k9", { page: "invite", invite: "h4k9" }],
  ["/new", { page: "new", game: null }],
  ["/new/othello", { page: "new", game: "othello" }],
  ["/replay/q7x2", { page: "replay", table: "q7x2" }],
  ["/profile", { page: "profile", id: null }],
  ["/settings/", { page: "settings" }],
  ["/tree", { page: "tree", start: null }],
  ["/tree/connect4", { page: "missing" }],
  [
    treePath("connect4", "3x4x3", "---/---/-O-/XXO"),
    { page: "tree", start: { game: "connect4", options: "3x4x3", position: "---/---/-O-/XXO" } },
  ],
  ["/analysis", { page: "analysis", start: null }],
  ["/analysis/table/q7x2", { page: "analysis", start: { table: "q7x2" } }],
  [
    analysisPath("othello", "8x8", "---OX--- X"),
    { page: "analysis", start: { game: "othello", options: "8x8", position: "---OX--- X" } },
  ],
  ["/learn/othello", { page: "learn", game: "othello" }],
  ["/learn", { page: "missing" }],
  ["/puzzles", { page: "puzzles", game: null, id: null }],
  ["/puzzles/othello", { page: "puzzles", game: "othello", id: null }],
  ["/puzzles/othello/1a2b3c4d", { page: "puzzles", game: "othello", id: "1a2b3c4d" }],
  ["/puzzles/othello/1a2b3c4d/x", { page: "missing" }],
  ["/analysis/othello", { page: "missing" }],
  ["/analysis/othello/8x8/x/y", { page: "missing" }],
  ["/table", { page: "missing" }],
  ["/lobby/more", { page: "missing" }],
  ["/table/a/b", { page: "missing" }],
  ["/table/%E0%A4%A", { page: "table", id: "%E0%A4%A" }],
])("%s is a page", (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

describe("a link", () => {
  window.scrollTo = vi.fn();
  router.start();

  /** Whether the router takes a click on a link for its own. */
  function isTaken(href: string): boolean {
    const link = document.body.appendChild(document.createElement("a"));
    link.href = href;
    let taken = false;
    // After the router, which listens nearer; nobody is to go anywhere.
    const last = (event: MouseEvent) => {
      taken = event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener("click", last, { once: true });
    link.click();
    link.remove();
    return taken;
  }

  it("to another page is followed without loading it", () => {
    expect(isTaken("/lobby")).toBe(true);
    expect(router.path).toBe("/lobby");
  });

  it("to a place on this page is the browser's, which takes the focus there", () => {
    expect(isTaken("#content")).toBe(false);
    expect(isTaken("/lobby#content")).toBe(false);
    expect(isTaken("/about#content")).toBe(true);
    expect(router.path).toBe("/about");
  });
});
