// S-02: nothing that somebody types is ever taken for markup, a program, a path or a query; it is shown as it is.

import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import type { Channel, Command, Message } from "../src/protocol/messages";
import { PAYLOADS } from "./payloads";
import { PATIENCE, Visitor } from "./visitor";

/** How many lines a connection may say at once, and how many commands it may send. */
const LINES = 8;
const COMMANDS = 60;

/** What a line of chat cannot hold: the server refuses it. */
const hasControl = (text: string) => /\p{Cc}/u.test(text);

let anna: Visitor;
/** What happened that must not. */
let caught: string[];

/** Nothing has run, been asked for or been made that came from what was typed. */
async function expectNothingRan(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    mark: (window as { caught?: unknown }).caught,
    violations: (window as unknown as { violations: string[] }).violations,
    elements: [
      ...document.querySelectorAll(
        "iframe, object, embed, base, script:not([src]), meta[http-equiv=refresh]",
      ),
    ].map((element) => element.outerHTML),
    handlers: [...document.querySelectorAll("*")].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith("on") || name === "srcdoc"),
    ),
    addresses: [...document.querySelectorAll("[href], [src], [action], [formaction]")]
      .map((element) =>
        ["href", "src", "action", "formaction"].map((name) => element.getAttribute(name) ?? "").join(""),
      )
      .filter((address) => /^\s*(javascript|data|vbscript|blob):/i.test(address)),
    polluted: ({} as { caught?: unknown }).caught,
  }));
  expect(found).toEqual({
    mark: undefined,
    violations: [],
    elements: [],
    handlers: [],
    addresses: [],
    polluted: undefined,
  });
  expect(caught).toEqual([]);
}

/** Sends commands over connections of their own, `per` on each, and tells the code of each refusal. */
async function send(
  page: Page,
  commands: Command[],
  per: number,
  first: Command[] = [],
): Promise<(string | null)[]> {
  const parts = Array.from({ length: Math.ceil(commands.length / per) }, (_, idx) =>
    commands.slice(idx * per, (idx + 1) * per),
  );
  const one = (part: Command[], idx: number) => ({ idx, commands: [...first, ...part] });
  const answers = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(
          ({ idx, commands }) =>
            new Promise<(string | null)[]>((done, fail) => {
              const socket = new WebSocket(`ws://${location.host}/ws`);
              const answers: (string | null)[] = [];
              const put = (number: number, command: unknown) =>
                socket.send(JSON.stringify({ number, command }));
              socket.onopen = () => {
                const client = `typist-${idx}-${Math.random().toString(36).slice(2, 12)}`;
                put(1, { type: "hello", version: 1, client });
                commands.forEach((command, at) => {
                  put(at + 2, command);
                });
              };
              socket.onmessage = ({ data }) => {
                const message = JSON.parse(String(data)) as Message;
                if (message.type !== "done" && message.type !== "refused") return;
                answers[(message.number ?? 0) - 2] = message.type === "done" ? null : message.problem.code;
                if (Object.keys(answers).length < commands.length) return;
                socket.onclose = null;
                socket.close();
                done(answers);
              };
              socket.onclose = () => fail(new Error("the server hung up"));
            }),
        ),
      ),
    parts.map(one),
  );
  return answers.flatMap((part) => part.slice(first.length));
}

/** Every payload as a line of chat. */
function chats(channel: Channel): Command[] {
  return PAYLOADS.map((text) => ({ type: "chat", channel, text }));
}

/** Says every payload, and checks that the page shows each as it is. */
async function sayAll(page: Page, channel: Channel, first: Command[] = []): Promise<void> {
  const answers = await send(page, chats(channel), LINES, first);
  expect(answers).toEqual(PAYLOADS.map((text) => (hasControl(text) ? "text" : null)));
  const wanted = PAYLOADS.filter((text) => !hasControl(text));
  await page.waitForFunction((count) => count <= document.querySelectorAll(".said").length, wanted.length);
  const shown = new Set(await page.locator(".said").allTextContents());
  expect(wanted.filter((text) => !shown.has(text))).toEqual([]);
}

/** Goes to a page as a link does. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

it("there are at least 200 different things to type", () => {
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(200);
});

describe("what somebody types", () => {
  beforeEach(async () => {
    anna = await Visitor.come();
    caught = [];
    anna.page.on("dialog", (dialog) => {
      caught.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    anna.page.on("request", (request) => {
      const url = new URL(request.url());
      const isForeign = /^https?:$/.test(url.protocol) && url.host !== new URL(inject("address")).host;
      // Addresses of our own may quote what was typed; only a file or another server would be the work of markup.
      if (isForeign || /^\/caught/.test(url.pathname)) caught.push(`a request for ${request.url()}`);
    });
    await anna.page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { violations: seen });
      document.addEventListener("securitypolicyviolation", (event) => {
        seen.push(`${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  });

  afterEach(async () => {
    await expectNothingRan(anna.page);
    await anna.leave();
  });

  it("is shown as it is in the chat of the lobby", async () => {
    const { page } = anna;
    await page.goto("/lobby");
    await page.getByRole("log").waitFor();
    await sayAll(page, "lobby");
  });

  it("is shown as it is in the chat of a table, also to who comes later", async () => {
    const { page } = anna;
    await anna.begin("Connect Four", "Pass and play");
    const table = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    // Nobody to talk to is expected at such a table, so its chat is folded.
    const folded = page.locator("[data-panel=chat] .fold[aria-expanded=false]");
    await folded.click();
    await sayAll(page, { table }, [{ type: "watch", table, detail: "plain" }]);
    await page.reload();
    await page.locator("[data-panel=chat]").waitFor();
    if (await folded.count()) await folded.click();
    await page.locator(".said").nth(40).waitFor();
  });

  it("is a private line that only runs to its reader, as it is", async () => {
    const { page } = anna;
    const heard = new Set<string>();
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        const message = JSON.parse(String(payload)) as Message;
        if (message.type === "chat" && message.line.kind === "private") heard.add(message.line.text);
      });
    });
    await page.goto("/lobby");
    await page.getByRole("log").waitFor();
    const me = await page.evaluate(
      async () => ((await (await fetch("/api/me")).json()) as { id: string }).id,
    );
    await send(page, chats({ user: me }), LINES);
    const missing = () => PAYLOADS.filter((text) => !hasControl(text) && !heard.has(text));
    await expect.poll(missing, { timeout: PATIENCE }).toEqual([]);
  });

  it("makes no account, no address and no log-in but a proper one", async () => {
    const { page } = anna;
    await page.goto("/profile");
    const answers = await page.evaluate(async (payloads) => {
      const ask = async (path: string, body: unknown) => {
        const headers = { "content-type": "application/json", "x-brett-request": "1" };
        const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
        return { status: answer.status, body: (await answer.json()) as { code?: string } };
      };
      const all = payloads.flatMap((text) => [
        () => ask("/api/account", { name: text, password: "short" }),
        () => ask("/api/account", { name: "Owl", password: "short", email: text }),
      ]);
      const few = payloads
        .slice(0, 10)
        .map((text) => () => ask("/api/session", { name: text, password: text }));
      const found: { status: number; body: { code?: string } }[] = [];
      for (const wishes = [...all, ...few]; wishes.length; ) {
        found.push(...(await Promise.all(wishes.splice(0, 24).map((wish) => wish()))));
      }
      return found;
    }, PAYLOADS);
    expect(
      answers.filter(({ status, body }) => status < 400 || 429 < status || body.code === undefined),
    ).toEqual([]);

    const form = page.locator("form").first();
    const strange = PAYLOADS.filter((text) => !hasControl(text) && !/^[\w .-]+$/.test(text));
    for (const text of strange.slice(0, 12)) {
      await form.getByLabel("Name").fill(text);
      await form.getByLabel("Password").fill("three blue owls");
      await form.getByRole("button").click();
      await page.getByRole("alert").waitFor();
    }
    anna.forgive(/status of 4\d\d/);
  });

  it("is refused or told as it is where a game, its options and its password are chosen", async () => {
    const { page } = anna;
    await page.goto("/new/connect4");
    const table = (part: object) => ({
      game: "connect4",
      options: "",
      chairs: ["me" as const, "open" as const],
      ...part,
    });
    const made = (part: object) => ({ type: "create-table", table: table(part) }) as unknown as Command;
    for (const field of ["game", "options", "clock", "length"]) {
      const commands = PAYLOADS.map((text) => made({ [field]: `${text} ?` }));
      const codes = new Set(await send(page, commands, COMMANDS));
      expect([...codes].filter((code) => code !== "settings" && code !== "unreadable")).toEqual([]);
    }
    const engines = PAYLOADS.map((text) => made({ chairs: ["me", { engine: `${text} ?` }] }));
    expect(new Set(await send(page, engines, COMMANDS))).toEqual(new Set(["settings"]));
    await page.getByLabel("Variant").selectOption({ label: "Custom" });
    anna.forgive(/status of 400/);
    for (const text of PAYLOADS.filter((text) => !hasControl(text) && text.length < 60).slice(0, 25)) {
      await page.locator("input[autocapitalize=off]").fill(text);
      await page.getByRole("button", { name: "Start game" }).click();
      await page.getByRole("alert").waitFor();
    }
  });

  it("is shown as it is in a record that somebody opens", async () => {
    const { page } = anna;
    await anna.begin("Blokus", "Pass and play");
    const table = new URL(page.url()).pathname.split("/").at(-1);
    const real = await (await page.request.get(`/api/tables/${table}/record`)).text();
    const n_players = real.match(/^player /gm)?.length ?? 0;
    const record = (players: string[]) =>
      real.replace(
        /^player (\d) .*$/gm,
        (_, number: string) => `player ${number} ${players[Number(number) - 1]}`,
      );
    const names = PAYLOADS.filter((text) => !hasControl(text) && [...text].length <= 100);
    await page.goto("/replay");
    for (let at = 0; at < names.length; at += n_players) {
      const players = Array.from({ length: n_players }, (_, more) => names[at + more] ?? `Player ${more}`);
      await page.getByRole("textbox").fill(record(players));
      await page.getByRole("button", { name: "Replay", exact: true }).click();
      const title = page.locator(".replay h1");
      await title.waitFor();
      // Besides, everybody's color is told to who does not see it.
      const shown = await title.evaluate((heading) => {
        const copy = heading.cloneNode(true) as Element;
        for (const dot of copy.querySelectorAll("i")) dot.remove();
        return copy.textContent;
      });
      expect(shown).toBe(players.join(" – "));
      await page.getByRole("button", { name: "Open another game" }).click();
    }
    for (const text of PAYLOADS.slice(0, 15)) {
      await page.getByRole("textbox").fill(`${text}\n${text}`);
      await page.getByRole("button", { name: "Replay", exact: true }).click();
      await page.getByRole("alert").waitFor();
    }
    anna.forgive(/status of 4\d\d/);
  });

  it("is an address that leads nowhere", async () => {
    const { page } = anna;
    await page.goto("/");
    const pages = ["table", "invite", "profile", "replay", "new"];
    for (const [idx, text] of PAYLOADS.entries()) {
      await visit(
        page,
        `/${pages[idx % pages.length]}/${encodeURIComponent(text)}?x=${encodeURIComponent(text)}`,
      );
    }
    await expectNothingRan(page);
    for (const text of PAYLOADS.slice(0, 2)) {
      const quoted = encodeURIComponent(text);
      for (const first of pages) await page.goto(`/${first}/${quoted}?next=${quoted}#${quoted}`);
      await expectNothingRan(page);
    }
    anna.forgive(/status of 4\d\d/);
  });
});
