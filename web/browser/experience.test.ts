// What playing feels like: one click, nothing that moves without need, every way to move, and every kind of eyes.

import { describe, expect, it } from "vitest";
import { type Deficiency, distance, type Rgb, seenBy } from "./eyes";
import { DESKTOP, PHONE, Visitor } from "./visitor";

const GAMES = ["Connect Four", "Othello", "Backgammon", "Blokus"];

/** Chooses before the first page is loaded. */
describe("from the first page to the first move", () => {
  it("it is one click, without an account", async () => {
    const anna = await Visitor.come();
    await anna.page.goto("/");
    await anna.page.getByRole("button", { name: "Play Connect Four" }).click();
    await anna.page.getByText("Your turn").first().waitFor();
    await anna.page.locator("[role=grid]").waitFor();
    await anna.page.keyboard.press("4");
    await anna.untilPlayed(2);
    await anna.leave();
  });

  it("nothing is heard, and no sound is even prepared, before somebody does something", async () => {
    const anna = await Visitor.come();
    await anna.page.addInitScript(() => {
      const made = { count: 0 };
      const Usual = window.AudioContext;
      class Counted extends Usual {
        constructor() {
          super();
          made.count += 1;
        }
      }
      Object.assign(window, { AudioContext: Counted, made });
    });
    const made = () =>
      anna.page.evaluate(() => (window as unknown as { made: { count: number } }).made.count);
    await anna.page.goto("/");
    await anna.page.getByRole("button", { name: "Play Connect Four" }).waitFor();
    expect(await made()).toBe(0);
    await anna.page.getByRole("button", { name: "Play Connect Four" }).click();
    expect(await made()).toBe(1);
    await anna.leave();
  });
});

describe("motion", () => {
  it.each([
    ["Fast", "0.12"],
    ["Normal", "0.25"],
    ["Slow", "0.5"],
  ])("is %s where that is chosen", async (choice, seconds) => {
    const anna = await Visitor.come({ ...DESKTOP, reducedMotion: "no-preference" });
    await anna.page.goto("/settings");
    await anna.page.getByRole("group", { name: "Animation" }).getByLabel(choice).check();
    const kept = await anna.page.evaluate(
      () => JSON.parse(localStorage.getItem("brettwerk.settings") ?? "{}").animation as number,
    );
    expect(kept / 1000).toBe(Number(seconds));
    await anna.leave();
  });

  it("is off for who wants none, and a hint is an outline then", async () => {
    const anna = await Visitor.come({ ...DESKTOP, reducedMotion: "reduce" });
    await anna.settle({ animation: 500 });
    await anna.begin("Blokus", "Pass and play", "Duo");
    await anna.page.getByRole("button", { name: "Hint" }).click();
    await anna.page.locator(".hint .hint-line").waitFor({ state: "attached" });
    expect(await anna.page.locator(".blinking").count()).toBe(0);
    expect(await anna.page.evaluate(() => document.getAnimations().length)).toBe(0);
    await anna.leave();
  });

  it("lets a hint blink for who likes it", async () => {
    const anna = await Visitor.come({ ...DESKTOP, reducedMotion: "no-preference" });
    await anna.settle({ animation: 500 });
    await anna.begin("Blokus", "Pass and play", "Duo");
    await anna.page.getByRole("button", { name: "Hint" }).click();
    await anna.page.locator(".blinking").waitFor({ state: "attached" });
    await anna.leave();
  });

  it.each(GAMES)("never is at a table of %s while nothing happens", async (game) => {
    const anna = await Visitor.come({ ...DESKTOP, reducedMotion: "no-preference" });
    await anna.settle({ animation: 250 });
    await anna.begin(game, "Pass and play");
    await anna.page.mouse.move(2, 2);
    // Whatever moved or was said at the beginning comes to rest.
    await anna.page.waitForFunction(() => document.getAnimations().length === 0);
    await anna.page.waitForTimeout(500);
    const idle = await anna.page.evaluate(async () => {
      const frame = window.requestAnimationFrame;
      const found = { frames: 0, changes: 0, animations: 0 };
      window.requestAnimationFrame = (then) => {
        found.frames += 1;
        return frame(then);
      };
      const observer = new MutationObserver((changes) => (found.changes += changes.length));
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      await new Promise((done) => setTimeout(done, 1_000));
      observer.disconnect();
      window.requestAnimationFrame = frame;
      found.animations = document.getAnimations().length;
      return found;
    });
    expect(idle).toEqual({ frames: 0, changes: 0, animations: 0 });
    await anna.leave();
  });
});

describe("a move", () => {
  it("of Connect Four is made by pulling the disc to another column", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    const { page } = anna;
    const cell = async (column: number) => {
      const box = await page.locator(`[data-column="${column}"]`).nth(3).boundingBox();
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    };
    await page.locator("[role=grid]").waitFor();
    await page.mouse.move(...(await cell(0)));
    await page.mouse.down();
    await page.mouse.move(...(await cell(5)), { steps: 5 });
    await page.mouse.up();
    await anna.untilPlayed(1);
    expect(await page.locator("[data-panel=moves] li .text").allTextContents()).toEqual(["6"]);
    await anna.leave();
  });

  it("of Othello is made with arrow keys and Enter, to the end of the game", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await anna.beginOwn("Othello", "4x4", 2);
    await page.locator("[role=gridcell]").first().waitFor();
    for (let ply = 0; !(await anna.isOver()); ply += 1) {
      const pass = page.getByRole("button", { name: "Pass" });
      const target = page.getByRole("gridcell", { name: /can be played/ }).first();
      const again = page.getByRole("button", { name: "Rematch" });
      await target.or(pass).or(again).first().waitFor();
      if (await anna.isOver()) break;
      if (await pass.isVisible()) await pass.press("Enter");
      else {
        const at = async (cell = target) =>
          ((await cell.getAttribute("data-cell")) ?? "").split(",").map(Number);
        const here = page.locator('[role=gridcell][tabindex="0"]');
        const [[x = 0, y = 0], [toX = 0, toY = 0]] = [await at(here), await at()];
        await here.focus();
        for (let step = 0; step < Math.abs(toX - x); step++) {
          await page.keyboard.press(toX < x ? "ArrowLeft" : "ArrowRight");
        }
        for (let step = 0; step < Math.abs(toY - y); step++) {
          await page.keyboard.press(toY < y ? "ArrowUp" : "ArrowDown");
        }
        await page.keyboard.press("Enter");
      }
      await anna.untilPlayed(ply + 1);
    }
    expect(await anna.played()).toBeGreaterThan(6);
    await anna.leave();
  });

  it("is told to screen readers, and whose turn it is then", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    await anna.page.keyboard.press("4");
    await anna.page.waitForFunction(() =>
      /Yellow: 4\..*Red to move/.test(document.querySelector("[aria-live]")?.textContent ?? ""),
    );
    await anna.leave();
  });
});

describe("while a computer thinks", () => {
  it("the page draws, listens and talks as if nothing happened", async () => {
    const anna = await Visitor.come();
    await anna.settle({ level: 10 });
    const { page } = anna;
    await anna.begin("Othello", "Computer");
    await page.getByText("Your turn").first().waitFor();
    // Who plays against a computer finds the chat folded.
    await page.getByRole("button", { name: "Chat", exact: true }).click();
    const words = "are you still there";
    /** What happened in the page, in its order: pictures, letters, the line that came back, and the move. */
    const orders: string[] = [];
    /** Pictures between the letters, and the line before the move. */
    const isAtHand = (order: string) =>
      /^[lp]+s[ps]*m/.test(order) && (order.match(/lp(?=l)/g) ?? []).length >= 3;
    // A computer may have a move at hand now and then; it thinks about one of the first.
    for (let turn = 0; turn < 6 && !orders.some(isAtHand); turn += 1) {
      await page.getByLabel("Type a move").fill(anna.moves[0] ?? "");
      await page.keyboard.press("Enter");
      await page.getByText("is thinking …").first().waitFor();
      await page.getByRole("textbox", { name: "Message" }).focus();
      await page.evaluate(() => {
        const seen = { order: "" };
        const note = (what: string) => {
          if (what !== "p" || !seen.order.endsWith("p")) seen.order += what;
        };
        const picture = () => {
          note("p");
          requestAnimationFrame(picture);
        };
        requestAnimationFrame(picture);
        document.addEventListener("input", () => note("l"));
        const [lines, moves] = [
          document.querySelector("[role=log]"),
          document.querySelector("[data-panel=moves]"),
        ];
        const listen = (node: Element | null, what: string) =>
          node && new MutationObserver(() => note(what)).observe(node, { subtree: true, childList: true });
        listen(lines, "s");
        listen(moves, "m");
        Object.assign(window, { seen });
      });
      await page.keyboard.type(`${words} ${turn}`);
      await page.keyboard.press("Enter");
      await page.locator("[role=log]").getByText(`${words} ${turn}`).waitFor();
      await page.getByText("Your turn").first().waitFor();
      orders.push(await page.evaluate(() => (window as unknown as { seen: { order: string } }).seen.order));
    }
    expect(orders).toSatisfy((all: string[]) => all.some(isAtHand));
    await anna.leave();
  });
});

describe("on the board", () => {
  it("marks of legal squares, the last move and coordinates are there or not, as one likes", async () => {
    const shown = async (settings: object) => {
      const anna = await Visitor.come();
      await anna.settle(settings);
      await anna.begin("Othello", "Pass and play");
      await anna.page.getByLabel("Type a move").fill("d3");
      await anna.page.keyboard.press("Enter");
      await anna.untilPlayed(1);
      await anna.page.mouse.move(2, 2);
      const count = (selector: string) => anna.page.locator(`section.board ${selector}`).count();
      const found = [await count("svg .target"), await count("svg .last"), await count("svg .label")];
      await anna.leave();
      return found.map((number) => number > 0);
    };
    expect(await shown({})).toEqual([true, true, true]);
    const none = { legalTargets: false, lastMove: false, coordinates: false };
    expect(await shown(none)).toEqual([false, false, false]);
  });

  it.each([
    ["desktop", DESKTOP],
    ["phone", PHONE],
  ] as const)("whose turn it is, clocks and names are always in sight on a %s", async (_, device) => {
    const anna = await Visitor.come(device);
    const { page } = anna;
    await page.goto("/new/connect4");
    await page.getByLabel("Clock").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL("**/table/*");
    await page.locator("[role=grid]").waitFor();
    const height = page.viewportSize()?.height ?? 0;
    for (const target of [page.locator("[data-status]"), ...(await page.locator(".bar").all())]) {
      const box = await target.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    expect(await page.getByRole("timer").count()).toBe(2);
    await anna.leave();
  });

  it("the theme of 2006 has green against red, on shining discs, and calls them so", async () => {
    const anna = await Visitor.come();
    await anna.settle({ theme: "2006" });
    const { page } = anna;
    await anna.begin("Connect Four", "Pass and play");
    await page.getByText("Green to move").first().waitFor();
    await page.locator("[role=grid]").waitFor();
    for (const [ply, column] of ["4", "3"].entries()) {
      await page.keyboard.press(column);
      await anna.untilPlayed(ply + 1);
    }
    const faces = await page
      .locator("section.board .disc .face")
      .evaluateAll((discs) => discs.map((disc) => getComputedStyle(disc).fill));
    const chips = await page
      .locator(".bar .tint")
      .evaluateAll((chips) => chips.map((chip) => getComputedStyle(chip).backgroundColor));
    const greenAndRed = ["rgb(200, 64, 47)", "rgb(47, 161, 58)"];
    expect(faces.toSorted()).toEqual(greenAndRed);
    expect(chips.toSorted()).toEqual(greenAndRed);
    expect(await page.locator("section.board .disc ellipse").count()).toBe(2);
    expect(await page.getByRole("gridcell", { name: /green/ }).count()).toBe(1);
    // Whoever cannot tell green from red keeps colors that they can.
    await anna.settle({ theme: "2006", colors: "deutan" });
    await page.reload();
    await page.locator("section.board .disc").first().waitFor();
    const safe = await page
      .locator("section.board .disc .face")
      .evaluateAll((discs) => discs.map((disc) => getComputedStyle(disc).fill));
    expect(safe).not.toContain("rgb(47, 161, 58)");
    await anna.leave();
  });

  it("the backgammon board of 2006 is plain: flat surfaces with black outlines", async () => {
    const anna = await Visitor.come();
    await anna.settle({ theme: "2006" });
    await anna.begin("Backgammon", "Pass and play");
    const board = anna.page.locator('.backgammon[data-theme="2006"]');
    await board.waitFor();
    const looks = await board.evaluate((node) => {
      const style = (selector: string) => getComputedStyle(node.querySelector(selector) ?? node);
      return {
        isFlat: ["felt", "frame", "bar"].every(
          (part) => style(`.${part}-light`).stopColor === style(`.${part}-dark`).stopColor,
        ),
        outline: style("path.point").stroke,
      };
    });
    expect(looks).toEqual({ isFlat: true, outline: "rgb(0, 0, 0)" });
    await anna.leave();
  });

  /** A part of each board that its material is seen by. */
  const PARTS = { "Connect Four": "--wall", Othello: "--felt", Backgammon: "--felt-dark", Blokus: "--plate" };

  it.each(Object.entries(PARTS))("every material gives %s a look of its own", async (game, part) => {
    const anna = await Visitor.come();
    await anna.begin(game, "Pass and play");
    const looks: string[] = [];
    for (const theme of ["wood", "paper", "slate", "2006"]) {
      await anna.settle({ theme });
      await anna.page.reload();
      const board = anna.page.locator(`section.board [data-theme="${theme}"]`);
      await board.waitFor();
      looks.push(await board.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), part));
    }
    expect(new Set(looks).size).toBe(4);
    await anna.leave();
  });
});

describe("colors", () => {
  const SETS: [set: string, eyes: Deficiency][] = [
    ["protan", "protan"],
    ["deutan", "deutan"],
    ["tritan", "tritan"],
    ["mono", "none"],
  ];

  it.each(SETS)("of the set %s are told apart by the eyes that it is for", async (set, eyes) => {
    const anna = await Visitor.come();
    await anna.settle({ colors: set });
    for (const [game, names] of [
      ["Connect Four", ["--tint-yellow", "--tint-red"]],
      ["Blokus", ["--blue", "--yellow", "--red", "--green"]],
    ] as const) {
      await anna.begin(game, "Pass and play");
      const board = anna.page.locator("section.board [data-colors]").first();
      await board.waitFor();
      const colors = await board.evaluate((node, names) => {
        const probe = node.appendChild(document.createElement("i"));
        return names.map((name) => {
          probe.style.color = `var(${name})`;
          return (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number) as [number, number, number];
        });
      }, names);
      const seen = colors.map((color: Rgb) => seenBy(eyes, color));
      for (const [idx, one] of seen.entries()) {
        for (const [other, color] of seen.slice(idx + 1).entries()) {
          expect(distance(one, color), `${game} ${names[idx]} ${names[idx + 1 + other]}`).toBeGreaterThan(15);
        }
      }
    }
    await anna.leave();
  });
});

describe("large letters and small windows", () => {
  it("a table fits into 320 pixels, and pages with letters of twice the size need no scrolling sideways", async () => {
    const anna = await Visitor.come({ ...PHONE, viewport: { width: 320, height: 640 } });
    const { page } = anna;
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const game of GAMES) {
      await anna.begin(game, "Pass and play");
      expect(await isWide(), game).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 640, height: 720 });
    for (const path of ["/", "/lobby", "/new", "/replay", "/profile", "/settings", "/about"]) {
      await page.goto(path);
      await page.locator("h1").waitFor();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      expect(await isWide(), path).toBeLessThanOrEqual(0);
    }
    await anna.leave();
  });
});
