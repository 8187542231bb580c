// Somebody in a browser, as a test needs them.

import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from "playwright-core";
import { afterAll, expect, inject } from "vitest";
import { type Message, type NewTable, VERSION } from "../src/protocol/messages";

/** Where Debian has Chromium without a window, which needs a quarter less time, unless somebody says otherwise. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** What a person sits at: a screen, and the browser on it. */
export type Device = BrowserContextOptions & { isFirefox?: boolean };

/** Longer than anything here takes on a busy machine. */
export const PATIENCE = 30_000;

/** How long a whole game of some hundred steps may take there, in milliseconds. */
export const WHOLE_GAME = 600_000;

export const DESKTOP: Device = { viewport: { width: 1280, height: 800 }, locale: "en" };
/** Where Debian has Firefox, unless FIREFOX names another one. */
export const FIREFOX: Device = { ...DESKTOP, isFirefox: true };
export const PHONE: Device = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  locale: "en",
  deviceScaleFactor: 2,
};

const browsers = new Map<string, Promise<Browser>>();

/** The browser of a device, which all who come have in common. */
function browserOf({ isFirefox = false }: Device): Promise<Browser> {
  const name = isFirefox ? "firefox" : "chromium";
  const running = browsers.get(name) ?? (isFirefox ? startFirefox() : startChromium());
  browsers.set(name, running);
  return running;
}

function startChromium(): Promise<Browser> {
  const args = ["--no-sandbox", "--enable-unsafe-swiftshader"];
  return chromium.launch({ executablePath: CHROMIUM, args });
}

function startFirefox(): Promise<Browser> {
  const executablePath = join(import.meta.dirname, "firefox-bridge.mjs");
  return firefox.launch({ channel: "moz-firefox", executablePath });
}

afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

export class Visitor {
  /** What went wrong in the page. */
  readonly errors: string[] = [];
  readonly #forgiven: RegExp[] = [];
  /** The legal moves that the server has told last. */
  moves: string[] = [];

  private constructor(readonly page: Page) {}

  static async come(device: Device = DESKTOP): Promise<Visitor> {
    const { isFirefox, ...options } = device;
    const context = await (await browserOf(device)).newContext({ baseURL: inject("address"), ...options });
    context.setDefaultTimeout(PATIENCE);
    await context.addInitScript(() => {
      // Where a window begins there is no store yet.
      if (!location.protocol.startsWith("http")) return;
      const kept = localStorage.getItem("brettwerk.settings");
      if (!kept) localStorage.setItem("brettwerk.settings", '{"animation":0,"level":1}');
    });
    const page = await context.newPage();
    const visitor = new Visitor(page);
    page.on("console", (message) => {
      if (message.type() === "error") visitor.errors.push(message.text());
    });
    page.on("pageerror", (error) => visitor.errors.push(error.message));
    const hear = (payload: string) => visitor.#hear(JSON.parse(payload) as Message);
    if (isFirefox) await listenInPage(context, hear);
    else {
      page.on("websocket", (socket) => {
        socket.on("framereceived", ({ payload }) => hear(String(payload)));
      });
    }
    return visitor;
  }

  /** Somebody who has opened a page. */
  static async at(path: string, options: Device = DESKTOP): Promise<Visitor> {
    const visitor = await Visitor.come(options);
    await visitor.page.goto(path);
    return visitor;
  }

  /** Somebody who has begun a game from the home page. */
  static async playing(...choice: Parameters<Visitor["begin"]>): Promise<Visitor> {
    const visitor = await Visitor.come();
    await visitor.begin(...choice);
    return visitor;
  }

  /** Two people who sit at one table and have its board before them. */
  static async two(game = "Connect Four", options: Device = DESKTOP): Promise<[Visitor, Visitor]> {
    const anna = await Visitor.come(options);
    await anna.begin(game, "A friend");
    const bert = await Visitor.come(options);
    await bert.accept(await anna.invitation());
    for (const { page } of [anna, bert]) await page.locator("[role=grid]").first().waitFor();
    return [anna, bert];
  }

  #hear(message: Message): void {
    if ((message.type === "table" || message.type === "events") && message.drawing) {
      this.moves = message.drawing.moves;
    }
  }

  /** The address that those are given who are invited to the table. */
  async invitation(): Promise<string> {
    return new URL(await this.page.getByLabel("Invite link").inputValue()).pathname;
  }

  /** Comes to where one is invited, and sits down. */
  async accept(invitation: string): Promise<void> {
    await this.page.goto(invitation);
    await this.page.getByRole("button", { name: "Play", exact: true }).click();
  }

  /** Says something to everybody. */
  async say(text: string): Promise<void> {
    await this.page.getByRole("textbox", { name: "Message" }).fill(text);
    await this.page.getByRole("textbox", { name: "Message" }).press("Enter");
  }

  /** Has settings of one's own on every page that is opened from now on. */
  async settle(settings: object): Promise<void> {
    await this.page.addInitScript((chosen) => {
      const usual = { animation: 0, level: 1 };
      localStorage.setItem("brettwerk.settings", JSON.stringify({ ...usual, ...chosen }));
    }, settings);
  }

  /** Begins a game from the home page, and has its board, or the waiting room, before oneself. */
  async begin(
    game: string,
    opponent: "Computer" | "Pass and play" | "A friend",
    variant?: string,
  ): Promise<void> {
    const { page } = this;
    await page.goto("/");
    await page.getByRole("radio", { name: opponent }).check();
    if (variant) await page.getByLabel(`Variant of ${game}`).selectOption({ label: variant });
    await page.getByRole("button", { name: `Play ${game}` }).click();
    await page.waitForURL("**/table/*");
    const there = opponent === "A friend" ? page.getByLabel("Invite link") : page.locator("[role=grid]");
    await there.first().waitFor();
  }

  /** Begins a game with options of one's own in which all seats are one's own. */
  async beginOwn(game: string, options: string, seats: number): Promise<void> {
    const { page } = this;
    await page.goto("/new");
    await page.getByRole("radio", { name: game }).check();
    const field = (name: string) => page.locator("label", { has: page.getByText(name, { exact: true }) });
    await field("Variant").locator("select").selectOption({ label: "Custom" });
    await field("Options").locator("input").fill(options);
    for (let seat = 1; seat <= seats; seat++) {
      await page.getByLabel(new RegExp(`^Seat ${seat}:`)).selectOption({ label: "Me" });
    }
    await page.getByRole("radio", { name: "Always" }).check();
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL("**/table/*");
  }

  /** Makes a table that the page has no form for, such as one that begins with a certain position, and goes there. */
  async beginAt(table: NewTable): Promise<void> {
    const { page } = this;
    await page.goto("/about");
    const id = await page.evaluate(
      ([version, table]) =>
        new Promise<string>((done, fail) => {
          const socket = new WebSocket(`ws://${location.host}/ws`);
          const send = (number: number, command: object) => socket.send(JSON.stringify({ number, command }));
          // Commands of one client take effect once, so every table is wanted by another one.
          const client = `table-${crypto.randomUUID()}`;
          socket.onopen = () => send(1, { type: "hello", version, client });
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(String(data)) as Message;
            if (message.type === "welcome") send(2, { type: "create-table", table });
            else if (message.type === "done" && message.table) done(message.table);
            else if (message.type === "refused") fail(new Error(message.problem.sentence));
            else return;
            if (message.type !== "welcome") socket.close();
          };
        }),
      [VERSION, table] as const,
    );
    await page.goto(`/table/${id}`);
    await page.locator("[role=grid]").first().waitFor();
  }

  /** The sentence below the board. */
  async status(): Promise<string> {
    return ((await this.page.locator("[data-status]").textContent()) ?? "").trim();
  }

  async isOver(): Promise<boolean> {
    return this.page.getByRole("button", { name: "Rematch" }).isVisible();
  }

  /** How many moves and rolls are in the list, of which a line may have several. */
  async played(): Promise<number> {
    return this.page
      .locator("[data-panel=moves] li")
      .evaluateAll((lines) =>
        lines.reduce((sum, line) => sum + Number((line as HTMLElement).dataset.plies ?? 1), 0),
      );
  }

  /** Waits until so many moves and rolls are in the list. */
  async untilPlayed(count: number): Promise<void> {
    await this.page.waitForFunction((wanted) => {
      const lines = [...document.querySelectorAll<HTMLElement>("[data-panel=moves] li")];
      return lines.reduce((sum, line) => sum + Number(line.dataset.plies ?? 1), 0) >= wanted;
    }, count);
  }

  /** Expects errors that a test provokes: browsers call every answer with such a status an error. */
  forgive(provoked: RegExp): void {
    this.#forgiven.push(provoked);
  }

  /** Goes, and makes sure that nothing went wrong in the page. */
  async leave(): Promise<void> {
    await this.page.context().close();
    const isForgiven = (error: string) => this.#forgiven.some((provoked) => provoked.test(error));
    expect(this.errors.filter((error) => !isForgiven(error))).toEqual([]);
  }
}

/** Hears what the server says in the page itself, since WebDriver BiDi tells nothing of sockets. */
async function listenInPage(context: BrowserContext, hear: (payload: string) => void): Promise<void> {
  await context.exposeFunction("hearServer", hear);
  await context.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(...address: ConstructorParameters<typeof WebSocket>) {
        super(...address);
        const { hearServer } = window as unknown as { hearServer: (payload: string) => void };
        this.addEventListener("message", ({ data }) => hearServer(data));
      }
    };
  });
}
