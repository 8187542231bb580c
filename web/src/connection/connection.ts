// One connection to the server that outlives its sockets: commands are numbered, kept until they are answered, and
// sent again after a loss, so that each takes effect once.

import type { Command, Message, Problem, TableId } from "../protocol/messages";
import { VERSION } from "../protocol/messages";

/** How often the connection is tried, and how many tries may stay without a sign of life. */
const PING_MS = 2_500;
const SILENT_PINGS = 3;

/** How long to wait before the first and before later attempts to connect again. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

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

  #socket: Socket | null = null;
  #isWelcome = false;
  #number = 0;
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
    socket.onopen = () => {
      this.#put({ type: "hello", version: VERSION, client: this.client });
      this.#ping();
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as Message);
    socket.onclose = () => this.#lose(socket, this.#wait());
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

  /** Sends a command, now or as soon as the server can be reached. */
  send(command: Command): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#number += 1;
      this.#waiting.set(this.#number, { command, resolve, reject });
      if (this.#isWelcome) this.#write(this.#number, command);
    });
  }

  /** Sends a command that has no meaning later, such as a question that every connection asks anew. */
  say(command: Command): void {
    if (this.#isWelcome) this.#put(command);
  }

  #put(command: Command): void {
    this.#number += 1;
    this.#write(this.#number, command);
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
        if (message.number !== undefined) this.#refuse(message.number, message.problem);
        break;
    }
    this.onmessage(message);
  }

  #take(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    return waiting;
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
