// What can be chosen for boards and tables does what it says.

import { describe, expect, it } from "vitest";
import { DESKTOP, Visitor } from "./visitor";

/** Switches something on the page of the settings, as people do. */
async function choose({ page }: Visitor, name: string, isOn: boolean): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("checkbox", { name, exact: true }).setChecked(isOn);
}

/** Who wants things to move. */
const LIVELY = { ...DESKTOP, reducedMotion: "no-preference" } as const;

describe("a choice", () => {
  it("takes the shadows from flat boards, and gives them back", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    const seen: Record<string, string[]> = { "Connect Four": [], Othello: [], Backgammon: [], Blokus: [] };
    const parts: Record<string, (node: Element) => string> = {
      "Connect Four": (node) => getComputedStyle(node.querySelector(".cast") ?? node).fill,
      Othello: (node) => getComputedStyle(node.querySelector(".frame") ?? node).filter,
      Backgammon: (node) => getComputedStyle(node.querySelector(".area") ?? node).boxShadow,
      Blokus: (node) => getComputedStyle(node.querySelector(".table > .board") ?? node).boxShadow,
    };
    for (const isOn of [true, false]) {
      await choose(anna, "Shadows", isOn);
      for (const [game, part] of Object.entries(parts)) {
        await anna.begin(game, "Pass and play");
        await page.locator("[role=grid]").first().waitFor();
        seen[game]?.push(await page.locator("section.board").evaluate(part));
      }
    }
    for (const [game, [on, off]] of Object.entries(seen)) {
      expect(on, game).toMatch(/rgba\(0, 0, 0, 0\.\d+\)/);
      expect(off, game).toMatch(/rgba\(0, 0, 0, 0\)/);
    }
    await anna.leave();
  });

  it("takes shadows and room from the table in space", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await choose(anna, "3D view for Blokus", true);
    const canvas = page.locator(".space canvas");
    /** A picture of the table as somebody sees it who looks along it. */
    const picture = async () => {
      await anna.begin("Blokus", "Pass and play", "Duo");
      const view = page.getByRole("application");
      await view.focus();
      for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowDown");
      await page.waitForTimeout(300);
      await page.locator('.space canvas[data-state="rests"]').waitFor();
      return (await canvas.screenshot()).toString("base64");
    };
    const usual = await picture();
    expect(await canvas.getAttribute("data-room")).toBe("true");
    await choose(anna, "Show room in 3D", false);
    const bare = await picture();
    expect(await canvas.getAttribute("data-room")).toBe("false");
    expect(bare).not.toBe(usual);
    await choose(anna, "Shadows", false);
    const plain = await picture();
    expect(await canvas.getAttribute("data-shadows")).toBe("false");
    expect(plain).not.toBe(bare);
    await anna.leave();
  });

  it.each([
    ["Connect Four", ".hint circle"],
    ["Othello", ".hint"],
    ["Blokus", ".hint"],
  ])("lets hints of %s blink or rest", async (game, selector) => {
    const anna = await Visitor.come(LIVELY);
    const { page } = anna;
    await page.addInitScript(() => localStorage.setItem("brettwerk.blokus.intro", "seen"));
    await page.goto("/settings");
    await page.getByRole("group", { name: "Animation" }).getByLabel("Normal").check();
    for (const isOn of [true, false]) {
      await choose(anna, "Animate hints", isOn);
      await anna.begin(game, "Pass and play", game === "Blokus" ? "Duo" : undefined);
      await page.locator("[role=grid]").first().waitFor();
      await page.getByRole("button", { name: "Hint" }).click();
      const hint = page.locator(`section.board ${selector}`).first();
      await hint.waitFor({ state: "attached" });
      expect(await hint.evaluate((node) => node.getAnimations().length)).toBe(isOn ? 1 : 0);
    }
    await anna.leave();
  });

  it("lets pieces move, or appear at once", async () => {
    const anna = await Visitor.come(LIVELY);
    const { page } = anna;
    for (const [speed, isMoving] of [
      ["Slow", true],
      ["None", false],
    ] as const) {
      await page.goto("/settings");
      await page.getByRole("group", { name: "Animation" }).getByLabel(speed).check();
      await anna.begin("Connect Four", "Pass and play");
      await page.locator("[role=grid]").waitFor();
      const found = await page.evaluate(
        () =>
          new Promise<number>((done) => {
            const board = document.querySelector("section.board");
            if (board === null) return;
            new MutationObserver((_, observer) => {
              const disc = board.querySelector(".disc");
              if (!disc) return;
              observer.disconnect();
              requestAnimationFrame(() => done(disc.parentElement?.getAnimations().length ?? 0));
            }).observe(board, { subtree: true, childList: true });
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "4", bubbles: true }));
          }),
      );
      expect(found > 0, speed).toBe(isMoving);
    }
    await anna.leave();
  });

  it("opens the chat when somebody writes, and leaves the keys where they are", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await choose(anna, "Open the chat when a message arrives", true);
    await anna.begin("Connect Four", "A friend");
    const link = await page.getByLabel("Invite link").inputValue();
    const bert = await Visitor.come();
    await bert.page.goto(new URL(link).pathname);
    await bert.page.getByRole("button", { name: "Sit here" }).click();
    await page.locator("[role=grid]").waitFor();
    const chat = page.locator("[data-panel=chat]");
    const say = async (text: string) => {
      await bert.page.getByRole("textbox", { name: "Message" }).fill(text);
      await bert.page.keyboard.press("Enter");
    };
    for (const text of ["have you begun", "and again"]) {
      await chat.getByLabel("Chat: options").click();
      await chat.getByRole("button", { name: "Hide Chat" }).click();
      await chat.waitFor({ state: "detached" });
      await say(text);
      await chat.getByText(text).waitFor();
      expect(
        await page.evaluate(() => document.activeElement?.closest("[data-panel=chat]") ?? null),
      ).toBeNull();
    }
    await choose(anna, "Open the chat when a message arrives", false);
    await page.goBack();
    await page.locator("[role=grid]").waitFor();
    await chat.getByLabel("Chat: options").click();
    await chat.getByRole("button", { name: "Hide Chat" }).click();
    await say("are you there");
    await page.getByRole("group", { name: "Chat" }).getByText("are you there").waitFor();
    expect(await chat.count()).toBe(0);
    await Promise.all([anna.leave(), bert.leave()]);
  });
});
