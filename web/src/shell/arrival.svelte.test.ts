import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { router } from "../router.svelte";
import { announce, announced } from "../state/announcer.svelte";
import { followPages } from "./arrival.svelte";

window.scrollTo = vi.fn();

let main: HTMLElement;
let stop: () => void;

beforeEach(() => {
  announce("");
  router.leave("/");
  main = document.createElement("main");
  main.tabIndex = -1;
  main.innerHTML = "<h1>Which game shall it be?</h1>";
  document.body.append(main);
  stop = $effect.root(() => followPages(() => main));
  flushSync();
});
afterEach(() => {
  stop();
  main.remove();
});

it("the first page is left to the browser", () => {
  expect(document.activeElement).toBe(document.body);
  expect(announced().trim()).toBe("");
});

it("another page has the focus at once, and is told by its heading when that is there", async () => {
  main.replaceChildren();
  router.go("/lobby");
  flushSync();
  expect(document.activeElement).toBe(main);
  expect(announced().trim()).toBe("");
  main.innerHTML = "<div><h1>Lobby</h1></div>";
  await vi.waitFor(() => expect(announced().trim()).toBe("Lobby"));
  // Later headings belong to what happens on the page.
  main.innerHTML = "<h1>Somebody came</h1>";
  await new Promise((done) => setTimeout(done));
  expect(announced().trim()).toBe("Lobby");
});
