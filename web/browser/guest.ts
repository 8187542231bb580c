// Somebody who plays on a server of an original program, as a test needs them.

import type { VisitMessage, VisitView } from "../src/protocol/messages";
import type { Originals, Protocol } from "./originals";
import { DESKTOP, type Device, Visitor } from "./visitor";

/** How somebody goes there. */
type Going = {
  name?: string;
  device?: Device;
  /** Whether a game begins at once. */
  atOnce?: boolean;
  /** The level of the computer that plays. */
  level?: number;
  /** How many colors of Blokus to sit down on; one if a game begins at once. */
  seats?: number;
};

/** Somebody on a visit, and what they were shown last. */
export class Guest {
  view: VisitView | null = null;

  private constructor(readonly visitor: Visitor) {
    visitor.page.on("websocket", (socket) => {
      if (!socket.url().endsWith("/elsewhere")) return;
      socket.on("framereceived", ({ payload }) => {
        const message = JSON.parse(String(payload)) as VisitMessage;
        if (message.type === "stands") this.view = message.view;
      });
    });
  }

  /** Somebody who goes to a server. */
  static async at(server: Originals, protocol: Protocol, going: Going = {}): Promise<Guest> {
    const { name, device = DESKTOP, atOnce = false, level, seats = atOnce ? 1 : 0 } = going;
    const guest = new Guest(await Visitor.come(device));
    const { page } = guest;
    await page.goto("/elsewhere");
    const titles = { welfenlab: /Backgammon/, praktikum: /Connect Four/, freebloks: /Blokus/ };
    await page.getByRole("radio", { name: titles[protocol] }).check();
    await page.getByLabel("Server").fill("127.0.0.1");
    await page.getByLabel("Port").fill(server.ports[protocol]);
    if (name) await page.getByLabel("User name").fill(name);
    if (protocol === "freebloks") await page.getByLabel("Local players").fill(String(seats));
    if (level) {
      await page.getByRole("radio", { name: "A computer plays for me" }).check();
      await page.getByLabel("Level").selectOption(String(level));
    }
    if (atOnce && protocol !== "praktikum") await page.getByLabel("Start a game right away").check();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    return guest;
  }

  get page() {
    return this.visitor.page;
  }

  get moves(): string[] {
    return this.view?.board?.drawing.moves ?? [];
  }

  get n_played(): number {
    return this.view?.board?.played.length ?? 0;
  }

  /** Waits until something is shown; whoever waits for too long is told what was shown last. */
  async see(isSeen: (view: VisitView) => boolean = () => true): Promise<VisitView> {
    for (let tries = 0; tries < 3_000; tries++) {
      const { view } = this;
      if (view && isSeen(view)) return view;
      await this.page.waitForTimeout(10);
    }
    throw new Error(`it never came; shown was ${JSON.stringify(this.view)?.slice(0, 2_000)}`);
  }

  /** Plays the first move there is whenever it is one's turn, until something is to be seen. */
  async playUntil(
    isDone: (view: VisitView) => boolean,
    play: (move: string) => Promise<void>,
  ): Promise<void> {
    for (;;) {
      const view = await this.see((view) => isDone(view) || this.moves.length > 0);
      if (isDone(view)) return;
      // What was heard is not shown yet: a key before that would be lost.
      await this.page.locator("[role=grid]").waitFor();
      await this.visitor.untilPlayed(this.n_played);
      await play(this.moves[0] ?? "");
      await this.see((now) => now !== view);
    }
  }

  async type(move: string): Promise<void> {
    const field = this.page.getByLabel("Type a move");
    await field.fill(move);
    await field.press("Enter");
  }

  /** Ends the visit, which would go on for a while without a page, and closes the page. */
  async leave(): Promise<void> {
    const { page } = this;
    const disconnect = page.getByRole("button", { name: /^(Disconnect|Verbindung trennen)$/ });
    if (await disconnect.isVisible()) {
      await disconnect.click();
      await page.getByRole("button", { name: /^(Connect|Verbinden)$/ }).waitFor();
    }
    await this.visitor.leave();
  }

  /** Plays a move as the protocol's page lets one: by a key, or by its text. */
  async play(move: string): Promise<void> {
    if (this.view?.place.type === "course") await this.page.keyboard.press(move);
    else await this.type(move);
  }
}
