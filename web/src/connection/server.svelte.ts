// The connection of this page, and who one is.

import type { Command, Message, Person, Problem } from "../protocol/messages";
import { type Answer, Connection, Refused, type Socket } from "./connection";
import { me } from "./http";

/** How long a loss lasts until it is worth a banner: most are over before anybody has seen it. */
const BANNER_AFTER_MS = 1_200;

/** Who is told what the server says. */
type Listener = (message: Message) => void;

class Server {
  /** Who one is; nobody until the server has said it. */
  you = $state<Person | null>(null);
  /** Whether the server can be reached. */
  isOpen = $state(false);
  /** Whether the loss of the connection should be shown. */
  isLost = $state(false);
  /** Why the server wants nothing to do with this page or with whoever uses it. */
  refusal = $state.raw<Problem | null>(null);
  /** Whether tables may let computer players think while a person decides. */
  canPonder = $state(false);
  /** Grows with every welcome, so that whoever watches something asks again. */
  welcomes = $state(0);

  /** Whether one has gone on purpose. */
  #isAway = false;
  /** How far the clock of the server is ahead of this one, in milliseconds. */
  #ahead = 0;
  #listeners = new Set<Listener>();
  #connection = new Connection(
    {
      open: () => new WebSocket(address()) as unknown as Socket,
      later: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    },
    `tab-${crypto.getRandomValues(new Uint32Array(4)).join("")}`.slice(0, 40),
  );

  /** Connects, and watches the network. */
  start(): void {
    const connection = this.#connection;
    let banner: ReturnType<typeof setTimeout> | undefined;
    connection.onlink = (isOpen) => {
      this.isOpen = isOpen;
      clearTimeout(banner);
      if (isOpen || this.#isAway) this.isLost = false;
      else
        banner = setTimeout(() => {
          this.isLost = true;
          void this.#askWhy();
        }, BANNER_AFTER_MS);
    };
    connection.onturnedaway = (problem) => {
      this.refusal = problem;
    };
    connection.onwelcome = () => {
      this.welcomes += 1;
    };
    connection.onmessage = (message) => {
      if (message.type === "welcome") {
        this.you = message.you;
        this.refusal = null;
        this.canPonder = message.can_ponder ?? false;
        this.#ahead = message.time - Date.now();
      }
      for (const listener of this.#listeners) listener(message);
    };
    window.addEventListener("offline", () => connection.drop());
    window.addEventListener("online", () => {
      if (!this.#isAway && !this.refusal) connection.retry();
    });
    connection.connect();
  }

  /** Asks why no socket opens, which browsers do not tell: whoever is banned is refused at the door. */
  async #askWhy(): Promise<void> {
    if (!navigator.onLine) return;
    try {
      await me();
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== "banned") return;
      this.#connection.leave();
      this.refusal = error.problem;
    }
  }

  /** A time that the server has told, on the clock of this page. */
  here(time: number): number {
    return time - this.#ahead;
  }

  /** The time now, on the clock of the server. */
  there(): number {
    return Date.now() + this.#ahead;
  }

  /** Goes from the server until one comes back. */
  leave(): void {
    this.#isAway = true;
    this.#connection.leave();
  }

  /** Comes back to the server. */
  comeBack(): void {
    this.#isAway = false;
    this.#connection.connect();
  }

  /** Connects anew, as somebody who has just signed in is somebody else. */
  restart(): void {
    this.#connection.drop();
    this.#connection.connect();
  }

  /** A number for a command that may be sent several times and shall take effect once. */
  reserve(): number {
    return this.#connection.reserve();
  }

  /** Wants something of the server; fails with a `Refused`. */
  send(command: Command, number?: number): Promise<Answer> {
    return this.#connection.send(command, number);
  }

  /** Says something that has no meaning for a later connection. */
  say(command: Command): void {
    this.#connection.say(command);
  }

  /** Hears everything from now on; the result ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function address(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

/** The connection of this page. */
export const server = new Server();
