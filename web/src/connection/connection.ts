// One connection to the server that outlives its sockets: commands are numbered, kept until they are answered, and
// sent again after a loss, so that each takes effect once.

import type { Code, Command, Message, Problem, TableId } from "../protocol/messages";
import { VERSION } from "../protocol/messages";

/** How often the connection is tried, and how many tries may stay without a sign of life. */
const PING_MS = 2_500;
const SILENT_PINGS = 3;

/** How long to wait before the first and before later attempts to connect again. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** How long an attempt may take until the socket is open: some networks neither let it through nor refuse it. */
const LONGEST_ATTEMPT_MS = 10_000;

/** Problems with a page or with whoever uses it, which no further attempt solves. */
const LASTING: readonly Code[] = ["version", "unreadable", "banned", "account"];

/** The part of a WebSocket that is used. */
export type Socket = {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send: (text: string) => void;
  close: () => void;
};

/** What the connection needs from the world. */
export type World = {
  open: () => Socket;
  /** Calls back after some milliseconds; the result takes that back. */
  later: (ms: number, call: () => void) => () => void;
  /** From 0 to 1. */
  random: () => number;
};

/** What the server answered to a command that was done. */
export type Done = { table?: TableId; seq?: number };

/** A hint is the answer to its command. */
export type Hint = Extract<Message, { type: "hint" }>;

/** What a position is worth, as the answer to its command. */
export type Evaluation = Extract<Message, { type: "evaluation" }>;

/** What comes of a command that was not refused. */
export type Answer = Done | Hint | Evaluation;

/** The server did not do what was wanted. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

type Waiting = {
  command: Command;
  resolve: (answer: Answer) => void;
  reject: (refused: Refused) => void;
};

export class Connection {
  /** Whether the server can be reached. */
  onlink: (isOpen: boolean) => void = () => {};
  /** Everything the server says. */
  onmessage: (message: Message) => void = () => {};
  /** After every welcome, before what was kept is sent again. */
  onwelcome: () => void = () => {};

  /** The server does not want this page, or this person; the connection stays away until somebody connects again. */
  onturnedaway: (problem: Problem) => void = () => {};

  #socket: Socket | null = null;
  #isWelcome = false;
  #number = 0;
  /** The number of the greeting of the present socket. */
  #hello = 0;
  #waiting = new Map<number, Waiting>();
  #silentPings = 0;
  #attempts = 0;
  #cancelPing = () => {};
  #cancelAttempt = () => {};

  constructor(
    private readonly world: World,
    private readonly client: string,
  ) {}

  /** Connects now, whatever was planned for later. */
  connect(): void {
    this.#cancelAttempt();
    if (this.#socket) return;
    const socket = this.world.open();
    this.#socket = socket;
    this.#isWelcome = false;
    this.#cancelPing = this.world.later(LONGEST_ATTEMPT_MS, () => this.drop());
    socket.onopen = () => {
      this.#hello = this.#put({ type: "hello", version: VERSION, client: this.client });
      this.#ping();
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as Message);
    socket.onclose = () => this.#lose(socket, this.#wait());
  }

  /** Connects anew unless the server is there, as when the network has just come back: an attempt that began without it
   * leads nowhere. */
  retry(): void {
    if (this.#isWelcome) return;
    this.drop();
    this.connect();
  }

  /** Gives the present socket up, as when the network is known to be gone. */
  drop(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    this.#lose(socket, this.#wait());
  }

  /** Goes, and stays away until somebody connects again. */
  leave(): void {
    const socket = this.#socket;
    if (socket) {
      socket.onclose = null;
      socket.close();
      this.#lose(socket, 0);
    }
    this.#cancelAttempt();
  }

  /** A number for a command that may be sent several times and shall take effect once. */
  reserve(): number {
    this.#number += 1;
    return this.#number;
  }

  /** Sends a command, now or as soon as the server can be reached. */
  send(command: Command, number = this.reserve()): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { command, resolve, reject });
      if (this.#isWelcome) this.#write(number, command);
    });
  }

  /** Sends a command that has no meaning later, such as a question that every connection asks anew. */
  say(command: Command): void {
    if (this.#isWelcome) this.#put(command);
  }

  #put(command: Command): number {
    const number = this.reserve();
    this.#write(number, command);
    return number;
  }

  #write(number: number, command: Command): void {
    this.#socket?.send(JSON.stringify({ number, command }));
  }

  #hear(message: Message): void {
    this.#silentPings = 0;
    switch (message.type) {
      case "welcome":
        this.#attempts = 0;
        this.#isWelcome = true;
        this.onmessage(message);
        this.onlink(true);
        this.onwelcome();
        for (const [number, { command }] of this.#waiting) this.#write(number, command);
        return;
      case "reconnect": {
        const socket = this.#socket;
        if (socket) {
          socket.onclose = null;
          socket.close();
          this.#lose(socket, message.after);
        }
        return;
      }
      case "done":
        this.#take(message.number)?.resolve({ table: message.table, seq: message.seq });
        break;
      case "hint":
      case "evaluation":
        this.#take(message.number)?.resolve(message);
        break;
      case "refused":
        if (message.number === undefined || message.number === this.#hello) this.#turnAway(message.problem);
        else this.#refuse(message.number, message.problem);
        break;
    }
    this.onmessage(message);
  }

  #take(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    return waiting;
  }

  /** Takes a problem that is not about a command, but about the connection itself. */
  #turnAway(problem: Problem): void {
    if (LASTING.includes(problem.code)) {
      this.leave();
      this.onturnedaway(problem);
    } else if (!this.#isWelcome) {
      // The greeting can be tried again, on a socket that has not heard it yet.
      this.drop();
    }
  }

  #refuse(number: number, problem: Problem): void {
    const waiting = this.#waiting.get(number);
    if (!waiting) return;
    if (problem.code === "unavailable") {
      // The server cannot write for a moment; the same command may be sent again.
      this.world.later(this.#wait(), () => {
        if (this.#isWelcome && this.#waiting.has(number)) this.#write(number, waiting.command);
      });
      return;
    }
    this.#waiting.delete(number);
    waiting.reject(new Refused(problem));
  }

  #ping(): void {
    this.#cancelPing();
    this.#silentPings = 0;
    const tick = () => {
      if (SILENT_PINGS <= this.#silentPings) {
        this.drop();
        return;
      }
      // Counted, not timed: a browser that lets a page sleep wakes it with all messages at once.
      this.#silentPings += 1;
      this.say({ type: "ping" });
      this.#cancelPing = this.world.later(PING_MS, tick);
    };
    this.#cancelPing = this.world.later(PING_MS, tick);
  }

  #lose(socket: Socket, wait: number): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#isWelcome = false;
    this.#cancelPing();
    this.onlink(false);
    this.#attempts += 1;
    this.#cancelAttempt = this.world.later(wait, () => this.connect());
  }

  /** Twice as long after every attempt, and never the same for two clients of a server that comes back. */
  #wait(): number {
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempts);
    return longest * (0.5 + 0.5 * this.world.random());
  }
}
