// What is said at a table: people, the server, errors and connections are told apart by color and by a sign.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contrast, distance, type Rgb, rgbOf, seenBy } from "./eyes";
import { start } from "./server";
import { DESKTOP, Visitor } from "./visitor";

/** Further apart than two shades of one color. */
const APART = 15;

/** What WCAG 2.2 AA asks of text. */
const CONTRAST = 4.5;

const KINDS = ["table", "connection", "error", "server"];

/** A line of the chat as it looks. */
type Look = { kind: string; color: Rgb; paper: Rgb; sign: string; word: string };

/** How the last line of each kind looks. */
async function looks({ page }: Visitor): Promise<Look[]> {
  const found = await page.evaluate((kinds) => {
    const isPaper = (element: Element) => !/, 0\)$/.test(getComputedStyle(element).backgroundColor);
    return kinds.map((kind) => {
      const line = [...document.querySelectorAll(`[data-kind=${kind}]`)].at(-1);
      const said = line?.querySelector(".said");
      if (!line || !said) throw new Error(`nothing of the kind ${kind} was said`);
      let paper: Element = line;
      while (paper.parentElement && !isPaper(paper)) paper = paper.parentElement;
      return {
        kind,
        color: getComputedStyle(said).color,
        paper: getComputedStyle(paper).backgroundColor,
        sign: line.querySelector(".sign svg")?.innerHTML ?? "",
        word: line.querySelector(".sign")?.textContent?.trim() ?? "",
      };
    });
  }, KINDS);
  return found.map((look) => ({ ...look, color: rgbOf(look.color), paper: rgbOf(look.paper) }));
}

it("people, connections, errors and the server speak in colors and with signs of their own", async () => {
  const data = mkdtempSync(join(tmpdir(), "brett-talk-"));
  const server = await start(data);
  const light = { ...DESKTOP, baseURL: server.address, colorScheme: "light" as const };
  const [anna, bert] = await Visitor.two("Connect Four", light);
  await bert.say("hello");
  await anna.page.locator("[data-kind=table]").filter({ hasText: "hello" }).waitFor();
  await bert.leave();
  await anna.page.locator("[data-kind=connection]").filter({ hasText: "lost the connection" }).waitFor();
  // More in a moment than anybody could read: the server takes no more.
  await anna.page.getByRole("textbox", { name: "Message" }).evaluate(async (element) => {
    const field = element as HTMLInputElement;
    for (let n = 0; n < 40; n++) {
      field.value = `line ${n}`;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.form?.requestSubmit();
      await new Promise((next) => setTimeout(next));
    }
  });
  await anna.page.locator("[data-kind=error]").first().waitFor();
  anna.forgive(/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/);
  await server.stop("SIGTERM");
  await anna.page.locator("[data-kind=server]").filter({ hasText: "The server is restarting" }).waitFor();

  for (const appearance of ["light", "dark"]) {
    if (appearance === "dark") {
      await anna.page.getByRole("button", { name: "Switch to the dark theme" }).click();
    }
    const seen = await looks(anna);
    for (const { kind, color, paper } of seen) {
      expect(contrast(color, paper), `${kind}, ${appearance}`).toBeGreaterThanOrEqual(CONTRAST);
    }
    for (const [idx, one] of seen.entries()) {
      for (const other of seen.slice(idx + 1)) {
        const apart = distance(seenBy("none", one.color), seenBy("none", other.color));
        expect(apart, `${one.kind} and ${other.kind}, ${appearance}`).toBeGreaterThan(APART);
      }
    }
    expect(seen.map(({ word }) => word)).toEqual(["", "Connection:", "Error:", "Server:"]);
    expect(new Set(seen.map(({ sign }) => sign)).size).toBe(KINDS.length);
  }
  await anna.leave();
  rmSync(data, { recursive: true, force: true });
});
