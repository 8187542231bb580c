import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type { Command, Message, Seek } from "../protocol/messages";
import { router } from "../router.svelte";
import Pairing from "../shell/Pairing.svelte";
import { announced } from "./announcer.svelte";
import { pairing } from "./pairing.svelte";

const SEEK: Seek = { game: "connect4", options: "7x6x4", clock: "5m+3s", rated: false };
const PAIRED: Message = { type: "paired", table: "t7" };
const WELCOME = { type: "welcome" } as Message;

describe("who looks for somebody", () => {
  let hear: (message: Message) => void;
  let sent: [Command, number | undefined][];
  let answer: () => Promise<object>;
  const numbers = () => sent.filter(([{ type }]) => type === "pair").map(([, number]) => number);
  const soon = () => new Promise((next) => setTimeout(next));

  beforeEach(() => {
    sent = [];
    answer = async () => ({});
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
      Response.json([{ id: "connect4", name: { en: "Connect Four" }, has_chance: false, variants: [] }]),
    );
    vi.spyOn(server, "send").mockImplementation((command, number) => {
      sent.push([command, number]);
      return command.type === "pair" ? answer() : Promise.resolve({});
    });
    vi.spyOn(server, "listen").mockImplementation((listener) => {
      hear = listener;
      return () => {};
    });
    sessionStorage.clear();
    pairing.seek = null;
    pairing.look();
    pairing.start();
    router.leave("/settings");
  });
  afterEach(() => {
    router.hold = null;
    router.leave("/");
    vi.restoreAllMocks();
  });

  it("is led to the table from any page, and told why", async () => {
    render(Pairing);
    await pairing.begin(SEEK);
    hear(PAIRED);
    expect(router.path).toBe("/table/t7");
    expect(pairing.seek).toBeNull();
    await soon();
    expect(screen.getByRole("group").textContent).toContain("Opponent found – game on!");
    expect(announced().trim()).toBe("Opponent found – game on!");
  });

  it("is not thrown out of a game with others, but told where somebody waits", async () => {
    router.leave("/table/t1");
    router.hold = { asks: () => false, giveUp: async () => {} };
    render(Pairing);
    await pairing.begin(SEEK);
    hear(PAIRED);
    await soon();
    expect(router.path).toBe("/table/t1");
    expect(announced()).toContain("They're waiting at another table");
    expect(screen.getByRole("link", { name: "Go to game" }).getAttribute("href")).toBe("/table/t7");
    router.leave("/table/t7");
    await soon();
    expect(screen.queryByRole("group"), "who is there need not be told").toBeNull();
  });

  it("sees it on every page, and can stop there", async () => {
    render(Pairing);
    await pairing.begin(SEEK);
    const sign = await screen.findByText("Connect Four: finding an opponent …");
    await fireEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(sign.isConnected).toBe(false);
    expect(sent.at(-1)?.[0]).toEqual({ type: "unpair" });
    hear(WELCOME);
    await soon();
    expect(numbers()).toHaveLength(1);
  });

  it("goes on after a loss of the connection, by the same wish, which the server may have fulfilled meanwhile", async () => {
    await pairing.begin(SEEK);
    hear(WELCOME);
    await soon();
    const [first, second, ...more] = numbers();
    expect(first).toBeTypeOf("number");
    expect([second, more]).toEqual([first, []]);
  });

  it("goes on with it after the page was loaded anew, and forgets it with the end", async () => {
    await pairing.begin(SEEK);
    // A page that is loaded anew knows nothing but what the tab keeps.
    pairing.seek = null;
    pairing.start();
    expect(pairing.seek).toEqual(SEEK);
    vi.mocked(globalThis.fetch).mockImplementation(async (path) =>
      Response.json(String(path).endsWith("/tables") ? [] : [{ id: "connect4", variants: [] }]),
    );
    hear(WELCOME);
    await vi.waitFor(() => expect(numbers()).toHaveLength(2));
    await pairing.stop();
    pairing.start();
    expect(pairing.seek).toBeNull();
  });

  it("goes to the table where the game has begun while the page was loaded", async () => {
    await pairing.begin(SEEK);
    const summary = { id: "t9", game: "connect4", clock: "5m+3s", phase: "playing", created: Date.now() + 5 };
    const earlier = { ...summary, id: "t8", created: 1 };
    vi.mocked(globalThis.fetch).mockImplementation(async () =>
      Response.json([{ summary: earlier }, { summary }]),
    );
    pairing.start();
    hear(WELCOME);
    await vi.waitFor(() => expect(router.path).toBe("/table/t9"));
    expect(pairing.seek).toBeNull();
    expect(numbers(), "nobody else is looked for").toHaveLength(1);
  });

  it("does not ask a second time before the first question is answered", async () => {
    answer = () => new Promise(() => {});
    void pairing.begin(SEEK);
    await soon();
    hear(WELCOME);
    await soon();
    expect(numbers()).toHaveLength(1);
  });

  it("is told why that is not possible", async () => {
    answer = async () => {
      throw new Refused({ code: "settings", sentence: "this game is not known" });
    };
    render(Pairing);
    await pairing.begin(SEEK);
    expect(pairing.seek).toBeNull();
    await soon();
    expect(screen.getByRole("alert").textContent).toBe("This game is not known.");
  });
});
