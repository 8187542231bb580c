// Setting up a game, the menu, questions, keys, and what is told on the way.

import { describe, expect, it } from "vitest";
import { DESKTOP, PHONE, Visitor } from "./visitor";

/** The page for a new game, with rules of one's own. */
async function own(game: string, settings: object = {}): Promise<Visitor> {
  const anna = await Visitor.come();
  await anna.settle(settings);
  anna.forgive(/status of 400/);
  await anna.page.goto(`/new/${game}`);
  await anna.page.getByLabel("Variant").selectOption({ label: "Custom" });
  return anna;
}

/** The options that stand in the line below the fields. */
const line = ({ page }: Visitor) => page.locator("input[maxlength='4000']").inputValue();

const number = ({ page }: Visitor, name: string) => page.getByRole("spinbutton", { name, exact: true });

async function begin({ page }: Visitor): Promise<void> {
  await page.getByRole("button", { name: "Start game" }).click();
  await page.waitForURL("**/table/*");
}

describe("rules of one's own", () => {
  it("are chosen by fields: Blokus of any size with any number of pieces", async () => {
    const anna = await own("blokus");
    const { page } = anna;
    // What counts only for a board of one's own is greyed out until one is wanted.
    for (const name of ["Width", "Height", "Colors", "Pieces of 5 squares"]) {
      expect(await number(anna, name).isDisabled(), name).toBe(true);
    }
    await page
      .getByRole("combobox", { name: "Mode", exact: true })
      .selectOption({ label: "A board of your own" });
    await number(anna, "Width").fill("7");
    await number(anna, "Height").fill("6");
    await page.getByRole("button", { name: "Pieces of 1 square: more" }).click();
    await number(anna, "Pieces of 5 squares").click({ button: "right" });
    await number(anna, "Colors").focus();
    await page.mouse.move(0, 0);
    await number(anna, "Colors").hover();
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() =>
      (document.querySelector("input[maxlength='4000']") as HTMLInputElement).value.includes("colors=3"),
    );
    const options = await line(anna);
    expect(options).toMatch(/^custom 7x6 colors=3 pieces=1\*2,2\*1,I3\*1,.*,O\*1,F\*0,.*,Z5\*0$/);
    await page.getByLabel(/^Seat 3:/).waitFor();
    await page.getByLabel(/^Seat 4:/).waitFor({ state: "detached" });
    await number(anna, "Local players").fill("3");
    await begin(anna);
    await page.locator("[data-score]").nth(2).waitFor();
    expect(await page.locator("[data-score]").count()).toBe(3);
    await anna.leave();
  });

  it("are written by hand, and the fields follow", async () => {
    const anna = await own("connect4");
    const { page } = anna;
    const written = page.locator("input[maxlength='4000']");
    const fields = async () =>
      Promise.all(["Columns", "Rows", "In a row win"].map((name) => number(anna, name).inputValue()));
    await written.fill("9x8x5");
    expect(await fields()).toEqual(["9", "8", "5"]);
    // The game understands more than its usual form: what it makes of it moves the fields as well.
    await written.fill("10X9");
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("input[type=number]")?.value === "10",
    );
    expect(await line(anna)).toBe("10X9");
    await number(anna, "Rows").fill("7");
    expect(await line(anna)).toMatch(/^10x7x\d$/);
    await begin(anna);
    await page.locator("[role=grid]").waitFor();
    expect(await page.locator('[data-column="9"]').count()).toBe(7);
    await anna.leave();
  });

  it("are refused by the page and by the server with the same sentence", async () => {
    const anna = await own("blokus");
    const { page } = anna;
    await page
      .getByRole("combobox", { name: "Mode", exact: true })
      .selectOption({ label: "A board of your own" });
    await number(anna, "Width").fill("31");
    const sentence = "The number of columns is 31; it must lie between 3 and 30";
    await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
    await page.getByRole("button", { name: "Start game" }).click();
    expect(new URL(page.url()).pathname).toBe("/new/blokus");
    expect(await number(anna, "Width").getAttribute("aria-invalid")).toBe("true");
    const refused = await page.evaluate(
      async () => (await (await fetch("/api/variant?game=blokus&options=custom%2031x20")).json()) as unknown,
    );
    expect(refused).toMatchObject({ code: "settings", sentence: sentence.replace("The", "the") });
    // The smallest board takes pieces of any size, but not none at all.
    await number(anna, "Width").fill("3");
    await number(anna, "Height").fill("3");
    for (const squares of ["1 square", "2 squares", "3 squares", "4 squares", "5 squares"]) {
      await number(anna, `Pieces of ${squares}`).fill("0");
    }
    await page
      .getByRole("alert")
      .filter({ hasText: "No color has a piece; give one piece a count of 1 to 9" })
      .waitFor();
    await number(anna, "Pieces of 1 square").fill("9");
    await page.getByRole("alert").waitFor({ state: "detached" });
    await begin(anna);
    await anna.leave();
  });

  it("are refused in the language of the page", async () => {
    const anna = await Visitor.come();
    anna.forgive(/status of 400/);
    const { page } = anna;
    await page.goto("/new/connect4?language=de");
    await page.getByRole("combobox", { name: /^Variante/ }).selectOption({ label: "Eigene Optionen" });
    for (const [options, sentence] of [
      ["3x3", "4 in einer Reihe passen nicht auf 3x3; möglich sind 2 bis 3 in einer Reihe."],
      ["33x6", "Die Zahl der Spalten: 33 liegt nicht zwischen 1 und 32."],
      ["big", "Die Option „big“ ist unbekannt; dieses Spiel kennt SPALTENxREIHENxK, etwa 7x6x4."],
    ] as const) {
      await page.locator("input[maxlength='4000']").fill(options);
      await page.getByRole("alert").getByText(sentence, { exact: true }).waitFor();
    }
    await anna.leave();
  });

  it("hold for those who are invited: Connect Four on 32 columns and rows", async () => {
    const anna = await own("connect4");
    const { page } = anna;
    for (const [name, value] of [
      ["Columns", "32"],
      ["Rows", "32"],
      ["In a row win", "33"],
    ] as const) {
      await number(anna, name).fill(value);
    }
    await page.getByRole("alert").filter({ hasText: "The number in a row is 33" }).waitFor();
    await number(anna, "In a row win").fill("32");
    await number(anna, "Online players").fill("1");
    await begin(anna);
    const bert = await Visitor.come();
    await bert.accept(await anna.invitation());
    for (const visitor of [anna, bert]) {
      await visitor.page.locator("[role=grid]").waitFor();
      expect(await visitor.page.locator('[data-column="31"]').count()).toBe(32);
    }
    await Promise.all([anna.leave(), bert.leave()]);
  });
});

describe("who plays", () => {
  it("stays as it was chosen by hand when other seats are given to people or to another level", async () => {
    const anna = await Visitor.at("/new/blokus");
    const { page } = anna;
    const seat = (n: number) => page.getByLabel(new RegExp(`^Seat ${n}:`));
    const chosen = async () => {
      const names = [1, 2, 3, 4].map((n) => seat(n).evaluate((list) => (list as HTMLSelectElement).value));
      return Promise.all(names);
    };
    await seat(3).selectOption("level7");
    await number(anna, "Local players").fill("3");
    expect(await chosen()).toEqual(["me", "me", "level7", "level1"]);
    await number(anna, "Computer level").fill("4");
    expect(await chosen()).toEqual(["me", "me", "level7", "level4"]);
    // Another game has other players.
    await page.getByRole("radio", { name: "Othello" }).check();
    expect(await seat(2).inputValue()).toBe("me");
    await anna.leave();
  });

  it("is chosen for each seat: computers with times of their own play each other", async () => {
    const anna = await Visitor.at("/new/connect4");
    const { page } = anna;
    await number(anna, "Local players").fill("0");
    await page.getByLabel(/^Seat 1:/).selectOption("level1");
    await page.getByLabel(/^Seat 2:/).selectOption("level2");
    const times = page.getByRole("spinbutton", { name: "Seconds per move" });
    for (const summary of await page.locator("details summary").all()) await summary.click();
    await times.nth(0).fill("0.1");
    await times.nth(1).fill("0.5");
    await begin(anna);
    await page.getByText("Computer, level 1 (0.1 s)").first().waitFor();
    await page.getByText("Computer, level 2 (0.5 s)").first().waitFor();
    await anna.untilPlayed(2);
    await anna.leave();
  });

  it("has its own way to roll the dice: by itself on one seat, by hand on the other", async () => {
    const anna = await Visitor.come();
    const { page } = anna;
    const wishes: unknown[] = [];
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const { command } = JSON.parse(String(payload)) as { command: { type: string } };
        if (command.type === "prefer") wishes.push(command);
      }),
    );
    await page.goto("/new/backgammon");
    await number(anna, "Local players").fill("2");
    await page.getByRole("checkbox", { name: "Roll automatically" }).nth(1).check();
    await begin(anna);
    await page.locator("[role=grid]").waitFor();
    expect(wishes).toMatchObject([{ chair: 1, auto_roll: true, confirm_blocked: false }]);
    await anna.leave();
  });

  it("a time beyond the limits of the server is refused with its sentence", async () => {
    const anna = await Visitor.at("/new/connect4");
    const { page } = anna;
    await page.locator("details summary").first().click();
    await page.getByRole("spinbutton", { name: "Seconds per move" }).fill("11");
    await page.getByRole("button", { name: "Start game" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: "time is 11000; it must lie between 50 and 10000" })
      .waitFor();
    await anna.leave();
  });

  it("a quick game is one click: Blokus with three computers, the own seat by chance", async () => {
    const anna = await Visitor.at("/");
    const { page } = anna;
    await page.getByRole("button", { name: "Quick Blokus" }).click();
    await page.waitForURL("**/table/*");
    await page.locator("[data-seat]").nth(3).waitFor();
    expect(await page.locator("[data-seat]").filter({ hasText: "Computer, level 1" }).count()).toBe(3);
    expect(await page.locator("[data-seat]").filter({ hasText: "(you)" }).count()).toBe(1);
    await anna.leave();
  });
});

describe("the menu", () => {
  it("opens and closes by Escape, keeps the focus, and hides the game from keys", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    const { page } = anna;
    await page.keyboard.press("Escape");
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    expect(await focused()).toBe("Continue");
    for (let n = 0; n < 20; n++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(() => {
          const at = document.activeElement;
          return at === document.body || at?.closest("dialog") !== null;
        }),
      ).toBe(true);
    }
    await page.keyboard.press("4");
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    expect(await anna.played()).toBe(0);
    await page.keyboard.press("4");
    await anna.untilPlayed(1);
    await anna.leave();
  });

  it("leads everywhere, by keys alone, and back", async () => {
    const anna = await Visitor.at("/");
    const { page } = anna;
    const menu = page.getByRole("dialog", { name: "Menu" });
    const headings = [
      "New game",
      "Lobby",
      "Watch",
      "Replay",
      "Analysis board",
      "Puzzles",
      "Tournaments",
      "Leaderboard",
      "Play on an original server",
      "Settings",
      "Help",
      "About Brettwerk",
    ];
    for (const [idx, heading] of headings.entries()) {
      await page.locator("h1").waitFor();
      await page.keyboard.press("Escape");
      await menu.waitFor();
      for (let n = 0; n <= idx; n++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);
    }
    await anna.leave();
  });

  it("does what each of its lines says: go on, new games, connect, settings, help, opening scene, about, quit", async () => {
    const anna = await Visitor.at("/watch");
    const { page } = anna;
    const menu = page.getByRole("dialog", { name: "Menu" });
    const choose = async (name: string) => {
      await page.getByRole("button", { name: "Menu (Escape)" }).click();
      await menu.locator("li", { hasText: name }).locator("a, button").click();
      await menu.waitFor({ state: "detached" });
    };
    const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

    await choose("Continue");
    await heading("Watch");
    await choose("New game");
    await heading("New game");
    await page.getByRole("button", { name: "Start game" }).waitFor();
    await choose("Play with people");
    await heading("Lobby");
    await page.getByRole("link", { name: "Create a game" }).waitFor();
    await choose("Connect to another server");
    await heading("Play on an original server");
    await page.getByRole("button", { name: "Connect", exact: true }).waitFor();
    await choose("Settings");
    await heading("Settings");
    await choose("Help");
    await heading("Help");
    for (const chapter of [
      "Connect Four",
      "Othello",
      "Backgammon",
      "Blokus",
      "Mouse and touch",
      "Keyboard",
    ]) {
      await page.getByRole("heading", { name: chapter, level: 2, exact: true }).waitFor();
    }
    await choose("Opening scene");
    await page.locator(".intro").waitFor();
    await page.keyboard.press("x");
    await page.locator(".intro").waitFor({ state: "detached" });
    await choose("About Brettwerk");
    await heading("About Brettwerk");
    await choose("Quit");
    await heading("Goodbye");
    await page.getByRole("link", { name: "Go to games" }).click();
    await heading("What would you like to play?");
    await anna.leave();
  });

  it("is there on a phone", async () => {
    const anna = await Visitor.come(PHONE);
    await anna.page.goto("/");
    await anna.page.getByRole("button", { name: "Menu (Escape)" }).tap();
    await anna.page.getByRole("dialog").getByRole("link", { name: "New game" }).tap();
    await anna.page.getByRole("heading", { name: "New game", level: 1 }).waitFor();
    const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth;
    expect(await anna.page.evaluate(isTooWide)).toBe(false);
    await anna.leave();
  });
});

describe("a game with others", () => {
  it("is left for a new one only after a question, and goes on when the answer is no", async () => {
    const [anna, bert] = await Visitor.two();
    const { page } = anna;
    const table = page.url();
    const question = page.getByRole("dialog", { name: "Leave this game?" });
    // By the button of the header, and no by Escape.
    await page.getByRole("link", { name: "New game" }).click();
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    // By the menu, and no by its button.
    await page.getByRole("button", { name: "Menu (Escape)" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "New game" }).click();
    await page.getByRole("button", { name: "Keep playing" }).click();
    expect(page.url()).toBe(table);
    await page.locator("body").press("4");
    await bert.untilPlayed(1);
    await page.getByRole("link", { name: "New game" }).click();
    await page.getByRole("button", { name: "Resign and leave" }).click();
    await page.getByRole("heading", { name: "New game", level: 1 }).waitFor();
    await bert.page.getByText("You win!").first().waitFor();
    await Promise.all([anna.leave(), bert.leave()]);
  });

  it("with computers only is left without a question, and waits", async () => {
    const anna = await Visitor.playing("Connect Four", "Computer");
    const table = anna.page.url();
    await anna.page.getByRole("link", { name: "New game" }).click();
    await anna.page.getByRole("heading", { name: "New game", level: 1 }).waitFor();
    await anna.page.goBack();
    await anna.page.locator("[role=grid]").waitFor();
    expect(anna.page.url()).toBe(table);
    await anna.leave();
  });
});

describe("at a table", () => {
  it("t leads to the chat, Enter says what is written and never leads there, Escape leads out of it, h asks for a hint", async () => {
    const anna = await Visitor.playing("Connect Four", "Pass and play");
    const { page } = anna;
    await page.getByLabel("Chat: options").click();
    await page.getByRole("button", { name: "Hide Chat" }).click();
    await page.locator("[data-panel=chat]").waitFor({ state: "detached" });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Enter");
    await page.waitForTimeout(100);
    expect(await page.locator("[data-panel=chat]").count()).toBe(0);
    await page.keyboard.press("t");
    await page.locator("[data-panel=chat] input:focus").waitFor();
    await page.keyboard.type("Grüße 4");
    await page.keyboard.press("Enter");
    await page.locator("[data-panel=chat] [data-kind=table]").filter({ hasText: "Grüße 4" }).waitFor();
    expect(await anna.played()).toBe(0);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("h");
    await page.locator(".hint").first().waitFor();
    await anna.leave();
  });

  it("the rules are shown in a box with a title, which OK and Escape close", async () => {
    const anna = await Visitor.playing("Othello", "Pass and play");
    const { page } = anna;
    const box = page.getByRole("dialog", { name: "Othello" });
    for (const close of [
      () => page.getByRole("button", { name: "OK" }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await page.getByRole("button", { name: "Rules" }).click();
      await box.getByText("Black goes first.").waitFor();
      await close();
      await box.waitFor({ state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Rules");
    }
    await anna.leave();
  });

  it.each([
    ["come up in a short motion", "no-preference", "Normal", true],
    ["stand there at once for who wants no motion", "reduce", "Normal", false],
    ["stand there at once where animations are off", "no-preference", "None", false],
  ] as const)("boxes with a title %s, and Escape closes them", async (_, reducedMotion, speed, isMoving) => {
    const anna = await Visitor.at("/settings", { ...DESKTOP, reducedMotion });
    const { page } = anna;
    await page.getByRole("group", { name: "Animation" }).getByLabel(speed).check();
    await anna.begin("Othello", "Pass and play");
    await page.evaluate(() => {
      const seen: { property: string; seconds: number }[] = [];
      document.addEventListener("transitionrun", (event) => {
        if (!(event.target instanceof HTMLDialogElement)) return;
        const { transitionDuration } = getComputedStyle(event.target);
        seen.push({ property: event.propertyName, seconds: Number.parseFloat(transitionDuration) });
      });
      Object.assign(window, { seen });
    });
    for (const [button, title] of [
      ["Rules", "Othello"],
      ["Menu (Escape)", "Menu"],
    ] as const) {
      await page.locator(`:is(a, button)[aria-label="${button}"]`).first().click();
      const box = page.getByRole("dialog", { name: title });
      await box.getByRole("heading", { name: title }).waitFor();
      // Both begin in one frame; on a busy machine it may be a late one.
      if (isMoving)
        await page.waitForFunction(() => (window as unknown as { seen: object[] }).seen.length > 1);
      else await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      const seen = await page.evaluate(() =>
        (window as unknown as { seen: { property: string; seconds: number }[] }).seen.splice(0),
      );
      expect(new Set(seen.map(({ property }) => property)), title).toEqual(
        new Set(isMoving ? ["opacity", "transform"] : []),
      );
      expect(Math.max(0, ...seen.map(({ seconds }) => seconds))).toBeLessThanOrEqual(0.25);
      await page.keyboard.press("Escape");
      await box.waitFor({ state: "detached" });
    }
    await anna.leave();
  });

  it("what is said appears while the chat is put away, and can be kept", async () => {
    const [anna, bert] = await Visitor.two();
    await anna.page.getByLabel("Chat: options").click();
    await anna.page.getByRole("button", { name: "Hide Chat" }).click();
    await bert.say("your move");
    await anna.page.getByRole("group", { name: "Chat" }).filter({ hasText: "your move" }).waitFor();
    await anna.page.getByRole("button", { name: "Keep open" }).click();
    await anna.page.locator("[data-panel=chat]").getByText("your move").waitFor();
    expect(await anna.page.getByRole("button", { name: "Keep open" }).count()).toBe(0);
    await Promise.all([anna.leave(), bert.leave()]);
  });

  it("rounds follow each other by themselves where that is wanted", async () => {
    const anna = await own("connect4", { autoNext: true });
    const { page } = anna;
    await number(anna, "Columns").fill("2");
    await number(anna, "Rows").fill("2");
    await number(anna, "In a row win").fill("2");
    await number(anna, "Local players").fill("2");
    await page.getByLabel("Length").selectOption({ label: "3 rounds" });
    await begin(anna);
    await page.locator("[role=grid]").waitFor();
    // Any two discs of one color are in a row: each round has three moves.
    for (let round = 1; round <= 3; round++) {
      for (const [ply, column] of ["1", "1", "2"].entries()) {
        await page.waitForFunction(
          (n) => document.querySelectorAll("[data-panel=moves] li button").length === n,
          ply,
        );
        await page.keyboard.press(column);
      }
    }
    await page.getByRole("button", { name: "Rematch" }).waitFor();
    expect(await page.getByRole("button", { name: "Next round" }).count()).toBe(0);
    await anna.leave();
  });
});

describe("the address of the page", () => {
  it("chooses language and appearance", async () => {
    const anna = await Visitor.come();
    await anna.page.goto("/?appearance=dark&language=de&theme=slate");
    await anna.page.getByRole("heading", { name: "Was möchtest du spielen?" }).waitFor();
    expect(await anna.page.evaluate(() => document.documentElement.dataset.appearance)).toBe("dark");
    await anna.page.goto("/settings");
    expect(await anna.page.getByRole("radio", { name: "Schiefer" }).isChecked()).toBe(true);
    await anna.leave();
  });
});
