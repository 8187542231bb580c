// A visit on a server of an original program. It lasts while one looks at other pages and while a page is loaded again,
// and ends soon after the tab.

import type { Entry } from "../i18n/text";
import type { VisitLine, VisitMessage, VisitView, VisitWish } from "../protocol/messages";
import { elsewhere as texts } from "./texts";

/** How many lines are kept. */
const MAX_LINES = 500;

/** Where the word is kept by which this tab finds its visit again. */
const WORD = "brettwerk.visit";

/** How often, and after how many milliseconds each, a lost line is taken up again. */
const TRIES = 20;
const BETWEEN_TRIES = 2_000;

/** A socket, as far as a visit needs it. */
export type VisitSocket = Pick<WebSocket, "send" | "close"> & {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
};

/** Where one wants to go. */
export type Opening = Omit<Extract<VisitWish, { type: "open" }>, "type">;

/** How far a visit is: nowhere, on the way, waiting for somebody who connects, there, or over. */
export type Stage = "out" | "calling" | "waiting" | "here" | "over";

/** What was said or has happened, and when. */
export type Line = VisitLine & { id: number; time: number };

export class Visit {
  stage = $state<Stage>("out");
  view = $state.raw<VisitView | null>(null);
  lines = $state.raw<Line[]>([]);
  /** What others connect to. */
  addresses = $state.raw<string[]>([]);
  /** Why the last wish was not fulfilled. */
  refused = $state.raw<Entry | null>(null);
  /** Why the visit is over. */
  reason = $state.raw<Entry | null>(null);
  /** One's own move, until the server has answered. */
  pending = $state<string | null>(null);
  /** How many lines of others were not looked at. */
  unread = $state(0);

  /** Whether the line to one's own server is lost and may come back. */
  isResuming = $state(false);

  #socket: VisitSocket | null = null;
  /** The word by which the server knows this visit. */
  #word: string | null = null;
  #n_tries = 0;
  /** Whether what was said before comes once more. */
  #isRepeating = false;
  #n_lines = 0;
  readonly #open: () => VisitSocket;

  constructor(open: () => VisitSocket) {
    this.#open = open;
  }

  /** Whether one is somewhere, or on the way. */
  get isOn(): boolean {
    return this.stage === "calling" || this.stage === "waiting" || this.stage === "here";
  }

  /** What one is called there, where the protocol has names. */
  get name(): string | null {
    return /^\w+:\/\/(.+)@/.exec(this.view?.address ?? "")?.[1] ?? null;
  }

  /** What somebody else has said last. */
  get heard(): Line | null {
    return this.lines.findLast((line) => line.from && line.from !== this.name) ?? null;
  }

  /** Goes somewhere; a visit that is on ends. */
  go(opening: Opening): void {
    this.end();
    this.stage = "calling";
    this.view = null;
    this.lines = [];
    this.reason = this.refused = this.pending = null;
    this.unread = 0;
    this.#connect({ type: "open", ...opening });
  }

  /** Comes back to the visit of this tab, if there is one: the page was loaded again. */
  resume(): void {
    const word = sessionStorage.getItem(WORD);
    if (!word || this.isOn) return;
    this.#word = word;
    this.stage = "calling";
    this.#connect({ type: "resume", visit: word });
  }

  #connect(first: VisitWish): void {
    const socket = this.#open();
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(first));
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(JSON.parse(data) as VisitMessage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** The line to one's own server is lost; the visit goes on there for a while. */
  #lost(): void {
    const word = this.#word;
    if (!word || this.#n_tries === TRIES) {
      this.#over(this.reason ?? texts.lost);
      return;
    }
    this.#socket = null;
    this.isResuming = true;
    this.pending = null;
    this.#n_tries += 1;
    setTimeout(() => {
      if (this.#word === word && !this.#socket && this.isOn) this.#connect({ type: "resume", visit: word });
    }, BETWEEN_TRIES);
  }

  #remember(word: string | null): void {
    this.#word = word;
    if (word) sessionStorage.setItem(WORD, word);
    else sessionStorage.removeItem(WORD);
  }

  /** Wants something of the other server. */
  wish(wish: VisitWish): void {
    if (this.stage !== "here") return;
    this.refused = null;
    this.#socket?.send(JSON.stringify(wish));
  }

  /** Plays a move. */
  play(text: string): void {
    this.pending = text;
    this.wish({ type: "play", text });
  }

  /** Ends the visit. */
  end(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#remember(null);
    this.isResuming = false;
    if (this.isOn) {
      // Otherwise the server would wait for a page that is loaded again.
      if (socket && this.stage !== "calling")
        socket.send(JSON.stringify({ type: "quit" } satisfies VisitWish));
      this.stage = "out";
    }
    socket?.close();
  }

  /** Everything that was said has been looked at. */
  look(): void {
    this.unread = 0;
  }

  #over(reason: Entry): void {
    this.#socket = null;
    this.#remember(null);
    this.isResuming = false;
    this.stage = "over";
    this.pending = null;
    this.reason = reason;
  }

  #hear(message: VisitMessage): void {
    switch (message.type) {
      case "begun":
        this.#remember(message.visit);
        this.#n_tries = 0;
        this.isResuming = false;
        this.lines = [];
        this.#isRepeating = true;
        break;
      case "waiting":
        this.stage = "waiting";
        this.addresses = message.addresses;
        break;
      case "stands":
        this.stage = "here";
        this.view = message.view;
        this.#isRepeating = false;
        this.pending = null;
        break;
      case "told":
        this.#n_lines += 1;
        this.lines = [
          ...this.lines.slice(1 - MAX_LINES),
          { ...message.line, id: this.#n_lines, time: Date.now() },
        ];
        if (message.line.from && message.line.from !== this.name && !this.#isRepeating) this.unread += 1;
        break;
      case "refused":
        this.refused = message.text;
        this.pending = null;
        break;
      case "ended":
        this.#over(message.text);
        break;
    }
  }
}

function connect(): VisitSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws/elsewhere`) as unknown as VisitSocket;
}

/** The visit of this page. */
export const visit = new Visit(connect);
visit.resume();
