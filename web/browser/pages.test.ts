// Every page, for everybody: no violation that axe knows, in both languages and both themes.

import { describe, expect, it } from "vitest";
import { violations } from "./accessibility";
import { PAGES } from "./pages";
import { DESKTOP, PHONE, Visitor } from "./visitor";

describe("accessibility", () => {
  it.each([
    ["en", "light"],
    ["de", "dark"],
    ["en", "dark"],
    ["de", "light"],
  ] as const)("no page has a violation in %s and %s", async (locale, colorScheme) => {
    const anna = await Visitor.come({ ...DESKTOP, locale, colorScheme });
    for (const path of PAGES) {
      await anna.page.goto(path);
      await anna.page.locator("h1").waitFor();
      await anna.page.waitForLoadState("networkidle");
      expect(await violations(anna.page), path).toEqual([]);
    }
    await anna.leave();
  });

  it("no violation where tables are listed", async () => {
    const anna = await Visitor.come();
    await anna.beginOwn("Connect Four", "7x6x4", 2);
    await anna.page.locator("[role=grid]").waitFor();
    await anna.page.goto("/watch");
    await anna.page.getByRole("link", { name: "Watch" }).nth(1).waitFor();
    expect(await violations(anna.page)).toEqual([]);
    await anna.leave();
  });

  it.each([
    ["Connect Four", "light"],
    ["Othello", "dark"],
    ["Backgammon", "light"],
    ["Backgammon", "dark"],
    ["Blokus", "light"],
    ["Blokus", "dark"],
  ] as const)("no violation at a table of %s, %s", async (game, colorScheme) => {
    const anna = await Visitor.come({ ...DESKTOP, colorScheme });
    await anna.begin(game, "Pass and play");
    await anna.page.locator("[data-status]").waitFor();
    for (const panel of ["Analysis", "Statistics"]) {
      await anna.page.getByRole("button", { name: panel, exact: true }).click();
    }
    await anna.page.waitForTimeout(300);
    expect(await violations(anna.page)).toEqual([]);
    await anna.leave();
  });
});

describe("accessibility where people meet", () => {
  /** What axe finds in both themes. */
  async function found({ page }: Visitor): Promise<string[]> {
    const all: string[] = [];
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(200);
      all.push(...(await violations(page)));
    }
    return all;
  }

  it("no violation in a waiting room, by an invitation and at a German table, where colors are told", async () => {
    const anna = await Visitor.playing("Othello", "A friend");
    expect(await found(anna), "the waiting room").toEqual([]);
    const invitation = await anna.invitation();
    const bert = await Visitor.at("/invite/nosuchinvitation");
    bert.forgive(/status of 404/);
    await bert.page.getByRole("alert").waitFor();
    expect(await found(bert), "an invitation to nowhere").toEqual([]);
    await bert.page.goto(invitation);
    await bert.page.getByRole("button", { name: "Sit here" }).waitFor();
    expect(await found(bert), "an invitation").toEqual([]);
    await bert.page.getByRole("button", { name: "DE: zu Deutsch wechseln" }).click();
    await bert.page.getByRole("button", { name: "Hier sitzen" }).click();
    await bert.page.locator("[role=grid]").waitFor();
    const told = bert.page.locator("[aria-live]", { hasText: /^Othello\. Du spielst (schwarz|weiß)\. /i });
    await told.waitFor({ state: "attached" });
    expect(await found(bert), "a German table").toEqual([]);
    await anna.leave();
    await bert.leave();
  });
});

describe("keys", () => {
  it("skip the navigation, follow to the next page, and show where they are", async () => {
    const anna = await Visitor.at("/replay");
    const { page } = anna;
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.getByRole("heading", { name: "Replay" }).waitFor();
    expect(await focused()).toBe("");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await focused()).toBe("content");
    // The field, then the button that opens what is written there, which is off, then the one for files.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const label = page.locator("label", { hasText: "Choose a file" });
    expect(await label.evaluate((shown) => getComputedStyle(shown).outlineWidth)).toBe("3px");
    await page.getByRole("link", { name: "Lobby" }).first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Lobby", exact: true }).waitFor();
    expect(await focused()).toBe("content");
    await page.getByRole("status").filter({ hasText: "Lobby" }).waitFor({ state: "attached" });
    await page.goto("/help");
    await page.getByRole("link", { name: "Keyboard" }).click();
    await page.waitForURL("**/help#keys");
    await anna.leave();
  });
});

describe("help", () => {
  it.each([
    ["en", "light", "The start: two white discs on d4 and e5"],
    ["de", "dark", "Der Anfang: zwei weiße Steine auf d4 und e5"],
  ] as const)(
    "shows the start of every game as a picture in %s and %s",
    async (locale, colorScheme, othello) => {
      const anna = await Visitor.at("/help", { ...DESKTOP, locale, colorScheme });
      const { page } = anna;
      const drawn = (game: string, what: string) =>
        page.locator(`#${game} figure:nth-of-type(1) [role=img] ${what}`);
      const example = (game: string, what: string) =>
        page.locator(`#${game} figure:nth-of-type(2) [role=img] ${what}`);
      await page.getByRole("img", { name: othello }).waitFor();
      await drawn("othello", "svg .disc").nth(3).waitFor();
      expect(await drawn("othello", "svg .disc").count()).toBe(4);
      await drawn("connect4", "svg .wall").waitFor();
      expect(await drawn("connect4", "svg .disc").count()).toBe(0);
      await drawn("backgammon", "svg .rim-1").nth(14).waitFor();
      expect(await drawn("backgammon", "svg .rim-2").count()).toBe(15);
      await drawn("blokus", "svg .start").nth(3).waitFor();
      // What the rules mean: a line of four, a disc that was turned, and pieces that meet at their corners.
      await example("connect4", "svg .disc").nth(6).waitFor();
      await example("othello", "svg .disc").nth(4).waitFor();
      expect(await example("othello", "svg .disc").count()).toBe(5);
      await example("blokus", ".board svg").first().waitFor();
      // No tray and no buttons, and nothing that could be focused.
      for (const part of [".side", ".controls"]) {
        expect(
          await page
            .locator(`figure ${part}`)
            .evaluateAll((all) => all.filter((it) => it.checkVisibility()).length),
        ).toBe(0);
      }
      expect(await page.locator("figure [inert]").count()).toBe(7);
      expect(await violations(page)).toEqual([]);
      await anna.leave();
    },
  );
});

describe("language and theme", () => {
  it("are switched without loading anything, and remembered", async () => {
    const anna = await Visitor.come({ ...DESKTOP, locale: "en", colorScheme: "light" });
    await anna.page.goto("/");
    await anna.page.getByRole("heading", { name: "What would you like to play?" }).waitFor();
    await anna.page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
    await anna.page.getByRole("button", { name: "DE: zu Deutsch wechseln" }).click();
    await anna.page.getByRole("heading", { name: "Was möchtest du spielen?" }).waitFor();
    expect(await anna.page.evaluate(() => document.documentElement.lang)).toBe("de");
    const paper = () => anna.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await paper();
    await anna.page.getByRole("button", { name: "Zum dunklen Thema wechseln" }).click();
    expect(await paper()).not.toBe(light);
    expect(await anna.page.evaluate(() => "isTheSamePage" in window)).toBe(true);
    await anna.page.reload();
    await anna.page.getByRole("heading", { name: "Was möchtest du spielen?" }).waitFor();
    expect(await paper()).not.toBe(light);
    await anna.leave();
  });
});

describe("the page", () => {
  it("weighs no more than 200 kB when it is first loaded, with a board", async () => {
    const anna = await Visitor.come();
    let bytes = 0;
    anna.page.on("response", async (response) => {
      bytes += Number(response.headers()["content-length"] ?? 0);
    });
    await anna.begin("Connect Four", "Computer");
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(200_000);
    await anna.leave();
  });

  it.each([320, 360, 768])("fits into %d pixels", async (width) => {
    const anna = await Visitor.come({ ...PHONE, viewport: { width, height: 720 } });
    for (const path of PAGES) {
      await anna.page.goto(path);
      await anna.page.locator("h1").waitFor();
      const wide = await anna.page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(width);
    }
    await anna.leave();
  });

  it("says what is wrong with an address that leads nowhere", async () => {
    const anna = await Visitor.come();
    const wrong = [
      ["/table/nosuchtable1", "Can't open this table"],
      ["/invite/nosuchinvitation", "This invitation doesn't work"],
      ["/no/such/page", "Page not found"],
    ] as const;
    for (const [path, name] of wrong) {
      await anna.page.goto(path);
      await anna.page.getByRole("heading", { name }).waitFor();
      await anna.page.getByRole("main").getByRole("link", { name: "Go to games" }).waitFor();
      expect(await violations(anna.page), path).toEqual([]);
    }
    anna.errors.length = 0;
    await anna.leave();
  });
});

describe("accounts", () => {
  it("a guest signs up, logs out, and logs in again", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    await page.goto("/profile");
    const name = `Anna ${Date.now() % 1_000_000}`;
    const fill = async () => {
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel("Password").fill("three blue owls");
    };
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Password").fill("short");
    await page.locator("form").getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("alert").waitFor();
    await fill();
    await page.locator("form").getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("heading", { name }).waitFor();
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await page.getByText("You're playing as a guest.").waitFor();
    await page.getByRole("button", { name: "Log in" }).first().click();
    await fill();
    await page.locator("form").getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name }).waitFor();
    expect(await violations(page)).toEqual([]);
    // The browser itself notes that the short password was refused.
    anna.errors.splice(
      0,
      anna.errors.length,
      ...anna.errors.filter((error) => !/status of 4\d\d/.test(error)),
    );
    await anna.leave();
  });
});
