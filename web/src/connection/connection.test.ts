import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Code, Command, Message, Request } from "../protocol/messages";
import { Connection, Refused, type Socket } from "./connection";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Request[] = [];
  isClosed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Request);
  }
  close(): void {
    this.isClosed = true;
  }
  hear(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The numbers of commands of a type. */
  numbers(type: Command["type"]): number[] {
    return this.sent.filter(({ command }) => command.type === type).map(({ number }) => number);
  }
}

const WELCOME: Message = {
  type: "welcome",
  version: 1,
  you: { id: "anna", name: "Anna", guest: true },
  time: 0,
};
const MOVE: Command = { type: "act", table: "t1", ply: 0, action: { move: "4" } };

describe("a connection", () => {
  let sockets: FakeSocket[];
  let planned: { ms: number; call: () => void }[];
  let connection: Connection;
  const socket = () => sockets.at(-1) as FakeSocket;
  const wait = () => {
    const next = planned.pop();
    next?.call();
    return next?.ms ?? 0;
  };
  const welcome = () => {
    socket().onopen?.();
    socket().hear(WELCOME);
  };

  beforeEach(() => {
    sockets = [];
    planned = [];
    const world = {
      open: () => {
        sockets.push(new FakeSocket());
        return socket();
      },
      later: (ms: number, call: () => void) => {
        const entry = { ms, call };
        planned.push(entry);
        return () => {
          planned = planned.filter((other) => other !== entry);
        };
      },
      random: () => 1,
    };
    connection = new Connection(world, "tab-12345678");
    connection.connect();
  });

  it("says hello first, and everything else only after the welcome", () => {
    void connection.send(MOVE);
    socket().onopen?.();
    expect(socket().sent.map(({ command }) => command.type)).toEqual(["hello"]);
    socket().hear(WELCOME);
    expect(socket().numbers("act")).toHaveLength(1);
  });

  it("answers a command by its number", async () => {
    welcome();
    const done = connection.send({
      type: "create-table",
      table: { game: "nim", options: "", chairs: ["me"] },
    });
    const [number = 0] = socket().numbers("create-table");
    socket().hear({ type: "done", number, table: "t9" });
    expect(await done).toEqual({ table: "t9", seq: undefined });
  });

  it("fails with the server's problem when a command is refused", async () => {
    welcome();
    const moved = connection.send(MOVE);
    const [number = 0] = socket().numbers("act");
    const problem = { code: "illegal-move" as const, sentence: "column 4 is full" };
    socket().hear({ type: "refused", number, problem });
    await expect(moved).rejects.toThrow(new Refused(problem));
  });

  it("sends what was not answered once more, with the same number, after a loss", async () => {
    welcome();
    const moved = connection.send(MOVE);
    const [number = 0] = socket().numbers("act");
    socket().onclose?.();
    wait();
    expect(sockets).toHaveLength(2);
    welcome();
    expect(socket().numbers("act")).toEqual([number]);
    socket().hear({ type: "done", number, table: "t1", seq: 5 });
    expect(await moved).toEqual({ table: "t1", seq: 5 });
  });

  it("keeps what is sent while there is no connection", () => {
    socket().onclose?.();
    void connection.send(MOVE);
    wait();
    welcome();
    expect(socket().numbers("act")).toHaveLength(1);
  });

  it("waits longer after every attempt that fails, but never longer than five seconds", () => {
    const waits = Array.from({ length: 8 }, () => {
      socket().onclose?.();
      return wait();
    });
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits[0]).toBeLessThanOrEqual(250);
    expect(waits.at(-1)).toBe(5_000);
  });

  it("gives up a connection that answers nothing for about ten seconds", () => {
    const links: boolean[] = [];
    connection.onlink = (isOpen) => links.push(isOpen);
    welcome();
    let waited = 0;
    while (!socket().isClosed) waited += wait();
    expect(waited).toBeLessThanOrEqual(10_000);
    expect(links).toEqual([true, false]);
  });

  it("stays as long as something is heard", () => {
    welcome();
    for (let n = 0; n < 20; n += 1) {
      wait();
      socket().hear({ type: "done", number: socket().numbers("ping").at(-1) ?? 0 });
    }
    expect(socket().isClosed).toBe(false);
  });

  it("sends a command again that the server could not write down", () => {
    welcome();
    void connection.send(MOVE);
    const [number = 0] = socket().numbers("act");
    socket().hear({ type: "refused", number, problem: { code: "unavailable", sentence: "later" } });
    wait();
    expect(socket().numbers("act")).toEqual([number, number]);
  });

  it("comes again when the server that stops says so", () => {
    welcome();
    socket().hear({ type: "reconnect", after: 1_500 });
    expect(wait()).toBe(1_500);
    expect(sockets).toHaveLength(2);
  });

  it.each<[string, boolean, Code]>([
    ["a page that is older than the server", true, "version"],
    ["a page that the server does not understand", true, "unreadable"],
    ["somebody who is banned meanwhile", false, "banned"],
  ])("tells that %s is turned away, and comes no more", (_, isHello, code) => {
    const onturnedaway = vi.fn();
    connection.onturnedaway = onturnedaway;
    if (isHello) socket().onopen?.();
    else welcome();
    const problem = { code, sentence: "go away" };
    socket().hear({ type: "refused", problem, ...(isHello ? { number: socket().numbers("hello")[0] } : {}) });
    expect(onturnedaway).toHaveBeenCalledExactlyOnceWith(problem);
    expect(socket().isClosed).toBe(true);
    expect(planned).toEqual([]);
  });

  it("greets again where the server could not take the greeting for a moment", () => {
    socket().onopen?.();
    const [number] = socket().numbers("hello");
    socket().hear({ type: "refused", number, problem: { code: "unavailable", sentence: "later" } });
    expect(wait()).toBeLessThanOrEqual(250);
    socket().onopen?.();
    expect(sockets).toHaveLength(2);
    expect(socket().numbers("hello")).toHaveLength(1);
  });

  it("gives up an attempt that nobody answers within ten seconds", () => {
    expect(wait()).toBe(10_000);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true]);
    wait();
    expect(sockets).toHaveLength(2);
  });

  it("begins another attempt when the network comes back, unless the server is there", () => {
    connection.retry();
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    welcome();
    connection.retry();
    expect(sockets).toHaveLength(2);
  });

  it("sends a command again under its number where somebody wants that", () => {
    welcome();
    const number = connection.reserve();
    void connection.send(MOVE, number);
    socket().hear({ type: "done", number });
    void connection.send(MOVE, number);
    void connection.send(MOVE);
    expect(socket().numbers("act")).toEqual([number, number, number + 1]);
  });

  it("tells whoever watches something to ask again after every welcome", () => {
    const onwelcome = vi.fn();
    connection.onwelcome = onwelcome;
    welcome();
    socket().onclose?.();
    wait();
    welcome();
    expect(onwelcome).toHaveBeenCalledTimes(2);
  });
});
