// The backgammon board in a real browser: turned around, dragged on, painted as one likes, and what stands around it.

import { describe, expect, it } from "vitest";
import { DRAGS, type Laid, label, middle, tableAt } from "./backgammon";
import { compare } from "./pictures";
import { DESKTOP, PHONE, Visitor } from "./visitor";

const HEAPS = { 24: 2, 13: 5, 8: 3, 6: 5 };
const START: Laid = { white: HEAPS, black: HEAPS, dice: [3, 1] };

/** The texts of the list of moves. */
async function list({ page }: Visitor): Promise<string[]> {
  return page.locator("[data-panel=moves] li .text").allTextContents();
}

/** Plays what was entered. */
async function confirm(visitor: Visitor): Promise<void> {
  const before = await visitor.played();
  await visitor.page.getByRole("button", { name: "Confirm" }).click();
  await visitor.untilPlayed(before + 1);
}

/** Plays the first legal move, or rolls, until so many things were played. */
async function playOn(visitor: Visitor, count: number): Promise<void> {
  const { page } = visitor;
  const roll = page.locator(".controls button.main", { hasText: /Roll|Continue/ });
  const next = page.getByRole("button", { name: /Next round|Rematch/ });
  while ((await visitor.played()) < count && !(await next.isVisible())) {
    const before = await visitor.played();
    const move = visitor.moves.find((text) => text.includes("/"));
    if (await roll.isVisible()) await roll.click();
    else if (move !== undefined) {
      await page.getByLabel("Type a move").fill(move);
      await page.keyboard.press("Enter");
    } else {
      // What was done last is still on its way.
      await page.waitForTimeout(20);
      continue;
    }
    await visitor.untilPlayed(before + 1);
  }
}

/** Sits down to a position in which a checker can be moved. */
async function sit(visitor: Visitor, laid: Laid): Promise<void> {
  await visitor.beginAt(tableAt(laid));
  await visitor.page
    .getByLabel(/can move to|kann nach/)
    .first()
    .waitFor({ state: "attached" });
}

describe("a board that is turned around", () => {
  it.each(["button", "key"] as const)(
    "by %s has upright numbers, and places are where they are seen",
    async (way) => {
      const anna = await Visitor.come();
      const { page } = anna;
      await sit(anna, START);
      const board = await page.locator(".backgammon .area").boundingBox();
      if (board === null) throw new Error("there is a board");
      const before = await Promise.all([6, 8, 13, 24].map((place) => middle(anna, place)));
      if (way === "key") await page.keyboard.press("v");
      else await page.getByRole("button", { name: "Turn board" }).click();
      const after = await Promise.all([6, 8, 13, 24].map((place) => middle(anna, place)));
      for (const [idx, { x, y }] of before.entries()) {
        expect(after[idx]?.x).toBeCloseTo(2 * board.x + board.width - x, 0);
        expect(after[idx]?.y).toBeCloseTo(2 * board.y + board.height - y, 0);
      }
      const numbers = await page.locator("svg .number").evaluateAll((texts) =>
        texts.map((text) => {
          const { a, b, c, d } = (text as SVGTextElement).getScreenCTM() ?? new DOMMatrix();
          const { x } = text.getBoundingClientRect();
          return { text: text.textContent?.trim(), x, upright: a > 0 && d > 0 && b === 0 && c === 0 };
        }),
      );
      expect(numbers).toHaveLength(24);
      expect(numbers.every(({ upright }) => upright)).toBe(true);
      // The number of a point is above or below its checkers.
      const six = numbers.find(({ text }) => text === "6");
      expect(Math.abs((six?.x ?? 0) - (after[0]?.x ?? 0))).toBeLessThan(board.width / 24);

      const [sixth, eighth] = after;
      const fifth = await middle(anna, 5);
      if (!sixth || !eighth) throw new Error("four places were looked at");
      await DRAGS.mouse(anna, eighth, fifth);
      await page.mouse.click(sixth.x, sixth.y);
      await confirm(anna);
      expect(await list(anna)).toEqual(["8/5 6/5"]);
      await anna.leave();
    },
  );
});

describe("checkers are dragged", () => {
  it.each([
    ["mouse", DESKTOP],
    ["touch", PHONE],
    ["pen", DESKTOP],
  ] as const)("by %s", async (pointer, device) => {
    const anna = await Visitor.come(device);
    await sit(anna, START);
    await anna.page.evaluate(() => {
      const used = new Set<string>();
      Object.assign(window, { used });
      window.addEventListener("pointerdown", (event) => used.add(event.pointerType), { capture: true });
    });
    for (const from of [8, 6]) await DRAGS[pointer](anna, await middle(anna, from), await middle(anna, 5));
    expect(await anna.page.evaluate(() => [...(window as unknown as { used: Set<string> }).used])).toEqual([
      pointer,
    ]);
    await confirm(anna);
    expect(await list(anna)).toEqual(["8/5 6/5"]);
    await anna.leave();
  });

  it("step by step, and what was entered stays when something else happens at the table", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await sit(anna, START);
    await DRAGS.mouse(anna, await middle(anna, 8), await middle(anna, 5));
    await page.locator(".controls .entered", { hasText: "8/5" }).waitFor();
    const dice = page.locator("[data-panel=dice]");
    await dice.getByRole("button", { name: "Dice", exact: true }).click();
    await dice.getByLabel("Roll automatically").first().check();
    await page.waitForFunction(() => document.querySelector("[data-panel=dice] input:checked") !== null);
    await page.waitForTimeout(300);
    expect(await page.locator(".controls .entered").textContent()).toContain("8/5");
    await anna.leave();
  });

  it.each(["left", "right"])("off the board to either side, wherever its tray is (%s)", async (bearOff) => {
    const home: Laid = { white: { 6: 1, 5: 1, 4: 1, 1: 1 }, black: { 1: 2 }, dice: [5, 4] };
    const anna = await Visitor.come();
    await anna.settle({ bearOff });
    await sit(anna, home);
    const board = await anna.page.locator(".backgammon .area").boundingBox();
    if (board === null) throw new Error("there is a board");
    const y = board.y + board.height * 0.8;
    await DRAGS.mouse(anna, await middle(anna, 5), { x: board.x + 3, y });
    await anna.page.getByLabel(/^Borne off: 12 White/).waitFor({ state: "attached" });
    await DRAGS.mouse(anna, await middle(anna, 4), { x: board.x + board.width - 3, y });
    await anna.page.getByLabel(/^Borne off: 13 White/).waitFor({ state: "attached" });
    await confirm(anna);
    expect(await list(anna)).toEqual(["5/off 4/off"]);
    await anna.leave();
  });
});

describe("dice", () => {
  it("are clicked on to begin a game at home, and for every roll", async () => {
    const anna = await Visitor.playing("Backgammon", "Pass and play", "Without the cube");
    const { page } = anna;
    await page.getByText("Your roll").first().waitFor();
    expect(await anna.played()).toBe(0);
    await page.locator(".area button.dice").click();
    await anna.untilPlayed(1);
    await playOn(anna, 2);
    await page.locator(".area button.dice").click();
    await anna.untilPlayed(3);
    await anna.leave();
  });

  it("of both players stay in sight after their turns", async () => {
    const anna = await Visitor.playing("Backgammon", "Pass and play", "Without the cube");
    const { page } = anna;
    await page.locator("[data-panel=dice]").getByRole("button", { name: "Dice", exact: true }).click();
    const shown = () =>
      page
        .locator("[data-panel=dice] .rolls li")
        .evaluateAll((lines) =>
          lines.map((line) =>
            [...line.querySelectorAll("[data-face]")].map((die) => die.getAttribute("data-face")).join(""),
          ),
        );
    await playOn(anna, 8);
    const played = await list(anna);
    const rolls = played.flatMap((text) => /^[1-6]{2}/.exec(text) ?? []);
    expect(rolls).toHaveLength(4);
    expect((await shown()).toSorted()).toEqual(rolls.slice(-2).toSorted());
    await anna.leave();
  });
});

describe("colors of one's own", () => {
  it("are chosen for board, bar, outline and both players, and kept", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    const own = {
      Board: ["#204060", ".felt-dark", "stop-color"],
      Bar: ["#602040", ".bar-dark", "stop-color"],
      "Point outlines": ["#00ff80", "path.point", "stroke"],
      "White checkers": ["#ffd000", ".main-1", "stop-color"],
      "Black checkers": ["#5000a0", ".main-2", "stop-color"],
    } as const;
    await page.goto("/settings");
    for (const [name, [color]] of Object.entries(own))
      await page.getByLabel(name, { exact: true }).fill(color);
    await sit(anna, START);
    for (const [name, [color, selector, property]] of Object.entries(own)) {
      const found = await page
        .locator(`section.board ${selector}`)
        .first()
        .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
      expect(found, name).toBe(rgb(color));
    }
    const chip = page.locator('.bar[data-seat="1"] .tint');
    expect(await chip.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(rgb("#ffd000"));
    await page.goto("/settings");
    await page.getByRole("button", { name: "Theme colors" }).click();
    expect(await page.getByLabel("Board", { exact: true }).inputValue()).not.toBe("#204060");
    await anna.leave();
  });
});

function rgb(color: string): string {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return `rgb(${part(1)}, ${part(3)}, ${part(5)})`;
}

describe("the list of moves", () => {
  it("is complete after the page was loaded again, and when its record is looked at", async () => {
    const anna = await Visitor.playing("Backgammon", "Pass and play", "Hypergammon");
    const { page } = anna;
    await playOn(anna, 9);
    const n_played = await anna.played();
    // The last turn may not be complete yet.
    const played = (await list(anna)).slice(0, -1);
    for (const turn of played) expect(turn).toMatch(/^[1-6]{2}: /);
    await page.reload();
    await anna.untilPlayed(n_played);
    // Whoever cannot move is passed over meanwhile.
    expect((await list(anna)).slice(0, played.length)).toEqual(played);
    // Going on after that, it goes on.
    await playOn(anna, n_played + 1);
    const more = await list(anna);
    expect(more.slice(0, played.length)).toEqual(played);

    const link = await page.getByRole("link", { name: "Download" }).first().getAttribute("href");
    const record = await (await page.request.get(link ?? "")).text();
    await page.goto("/replay");
    await page.getByLabel("Game record").fill(record);
    await page.getByRole("button", { name: "Replay", exact: true }).click();
    const lines = page.locator("ol.sheet li");
    await lines.first().waitFor();
    const imported = (await lines.allTextContents()).map((text) => text.trim());
    const missing = more.filter((text) => !imported.some((line) => line.includes(text)));
    expect(missing).toEqual([]);
    await anna.leave();
  });
});

describe("a match of several rounds", () => {
  it("tells the round and the points of both above the board", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    // One checker each, so that a roll ends a round.
    const laid: Laid = { white: { 1: 1 }, black: { 1: 1 } };
    await anna.beginAt({ ...tableAt(laid), length: "points=3", undo: "never" });
    const header = page.locator("[data-match]");
    expect(await header.textContent()).toMatch(/Round 1\s+0 : 0\s+first to 3 points/);
    const next = page.getByRole("button", { name: "Next round" });
    for (const round of [1, 2]) {
      while (!(await next.isVisible())) await playOn(anna, (await anna.played()) + 1);
      await next.click();
      await page
        .getByText(`Round ${round + 1}`)
        .first()
        .waitFor();
    }
    expect(await header.textContent()).toMatch(/Round 3\s+(2 : 0|1 : 1|0 : 2)\s+first to 3 points/);
    expect(await header.locator(".score").getAttribute("aria-label")).toMatch(/White: \d, Black: \d/);
    await anna.leave();
  });
});

describe("who cannot move", () => {
  const BLOCKED: Laid = {
    white: { 25: 1, 12: 1 },
    black: { 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2 },
    dice: [6, 6],
  };

  it("is told in the status line, and the game goes on", async () => {
    const anna = await Visitor.come();
    await anna.beginAt(tableAt(BLOCKED));
    await anna.untilPlayed(1);
    expect(await anna.status()).toMatch(/^White could not move\. /);
    expect(await list(anna)).toEqual(["no move"]);
    await anna.leave();
  });

  it("has to confirm it where that is wanted", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    // The first roll is played, and the next one meets a closed board.
    const laid: Laid = { ...BLOCKED, mover: 2, dice: [2, 1], black: { ...BLOCKED.black, 10: 2 } };
    await anna.beginAt(tableAt(laid));
    const dice = page.locator("[data-panel=dice]");
    await dice.getByRole("button", { name: "Dice", exact: true }).click();
    for (const seat of await dice.getByLabel("Confirm when I can't move").all()) await seat.check();
    await page.getByLabel("Type a move").fill("10/8 10/9");
    await page.keyboard.press("Enter");
    await anna.untilPlayed(1);
    await page.locator(".area button.dice").click();
    await page.getByText("No legal move.").waitFor();
    const before = await anna.played();
    expect((await list(anna)).at(-1)).toMatch(/^[1-6]{2}$/);
    await page.getByRole("button", { name: "Continue" }).click();
    await anna.untilPlayed(before + 1);
    expect((await list(anna)).at(-1)).toMatch(/^[1-6]{2}: no move$/);
    await anna.leave();
  });
});

describe("a move that is not possible", () => {
  const ON_BAR: Laid = { white: { 25: 1, 13: 5, 8: 3, 6: 5, 24: 1 }, black: HEAPS, dice: [3, 1] };
  const HOME: Laid = { white: { 6: 1, 2: 2 }, black: { 1: 2 }, dice: [4, 3] };
  const ONE_WAY: Laid = { white: { 13: 1, 10: 1 }, black: { 23: 2, 20: 2 }, dice: [6, 5] };
  /** Where it is tried, the move, and what the page says about it in English and in German. */
  const CASES: [Laid, string, RegExp, RegExp][] = [
    [START, "5/8", /higher points to lower/, /höheren.* niedrigeren/],
    [ON_BAR, "13/10", /on the bar/, /auf der Bar/],
    [START, "10/9", /no checker on 10/, /Auf 10 ist kein Stein/],
    [START, "12/11", /on 12 are not yours/, /auf 12 gehören/],
    [{ ...START, dice: [6, 1] }, "6/off", /all checkers at home/, /im Heimfeld/],
    [HOME, "2/off", /on 6 goes first/, /Stein auf 6 dran/],
    [START, "24/19", /point 19 is blocked/i, /Feld 19 ist blockiert/],
    [START, "13/11", /do not lead from 13 to 11/, /nicht von 13 nach 11/],
    [ONE_WAY, "13/7", /wastes a die/, /verschenkt einen/],
  ];

  it.each(["en", "de"] as const)("says which rule forbids it (%s)", async (language) => {
    const anna = await Visitor.come();
    await anna.settle({ language });
    const sentences = new Set<string>();
    for (const [laid, move, english, german] of CASES) {
      await sit(anna, laid);
      await anna.page.locator("[data-panel=moves] form input").fill(move);
      await anna.page.keyboard.press("Enter");
      await anna.page.locator("[data-status].complaint").waitFor();
      const sentence = await anna.status();
      expect(sentence, move).toMatch(language === "en" ? english : german);
      sentences.add(sentence);
      expect(await anna.played()).toBe(0);
    }
    expect(sentences.size).toBe(CASES.length);
    await anna.leave();
  });

  it("says so as well when a checker is dropped there, and the checker goes back", async () => {
    const anna = await Visitor.come();
    await sit(anna, START);
    await DRAGS.mouse(anna, await middle(anna, 24), await middle(anna, 19));
    await anna.page.locator("[data-status].complaint").waitFor();
    expect(await anna.status()).toMatch(/point 19 is blocked/i);
    expect(await label(anna, 24)).toMatch(/: 2 White checkers/);
    await anna.leave();
  });
});

describe("what is drawn", () => {
  it("goes from the back to the front: frame, points, bar, checkers", async () => {
    const anna = await Visitor.come();
    await sit(anna, START);
    const order = await anna.page
      .locator("section.board svg")
      .first()
      .evaluate((svg) => {
        const all = [...svg.querySelectorAll("*")];
        const at = (selector: string) => all.findIndex((node) => node.matches(selector));
        const last = (selector: string) => all.findLastIndex((node) => node.matches(selector));
        return [at("rect.frame"), at("path.point"), last("path.point"), at(".hinge"), at(".rim-1, .rim-2")];
      });
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(order.every((at) => at >= 0)).toBe(true);
    await anna.leave();
  });

  it.each([
    ["upright", false],
    ["turned around", true],
  ] as const)("stays readable with fifteen checkers on one point, %s", async (name, rotated) => {
    const anna = await Visitor.come();
    await anna.settle({ rotated, lastMove: false, legalTargets: false });
    await anna.beginAt(tableAt({ white: { 6: 15 }, black: { 6: 15 }, dice: [3, 1] }));
    const { page } = anna;
    // All of them lie on their half of the board, and their number is written on the last.
    const stacks = await page
      .locator("section.board svg")
      .first()
      .evaluate((svg) => {
        const box = svg.getBoundingClientRect();
        return [1, 2].map((player) => {
          const tops = [...svg.querySelectorAll(`.rim-${player}`)].map((rim) => rim.getBoundingClientRect());
          const ys = tops.map(({ y, height }) => (y + height / 2 - box.y) / box.height);
          return { count: tops.length, reach: Math.max(...ys) - Math.min(...ys) };
        });
      });
    for (const { count, reach } of stacks) {
      expect(count).toBe(15);
      expect(reach).toBeLessThan(0.45);
    }
    expect(await page.locator(".count-1, .count-2").allTextContents()).toEqual(["15", "15"]);
    await compare(anna, `backgammon-fifteen-${name.replaceAll(" ", "-")}`);
  });
});
