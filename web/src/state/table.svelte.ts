// One table as this page sees it: what the server has told, and what one's own hand has done meanwhile.

import { type Done, type Hint, Refused } from "../connection/connection";
import { server } from "../connection/server.svelte";
import type {
  Action,
  ChatLine,
  Drawing,
  End,
  EnginePace,
  HintMove,
  Message,
  Moment,
  Person,
  Problem,
  Seat,
  Snapshot,
  TableId,
} from "../protocol/messages";
import { type Jump, jumpOf } from "../table/jumps";
import { type Course, chairsOf, continued, emptyCourse, needsLook, seatsOf } from "./course";
import { promiseBefore } from "./create";
import { Nonces } from "./nonces";
import { paceAfter } from "./pace";

/** What came of a wish that was not done. */
export type Complaint = { problem: Problem; at: number };

export class Table {
  snapshot = $state.raw<Snapshot | null>(null);
  course = $state.raw<Course | null>(null);
  moment = $state.raw<Moment | null>(null);
  drawing = $state.raw<Drawing | null>(null);
  /** When the moment arrived, on the clock of this page. */
  arrived = $state(0);
  /** The last jump of each seat's clock. */
  jumps = $state.raw<(Jump | null)[]>([]);
  lines = $state.raw<ChatLine[]>([]);
  /** Players whose connection is lost. */
  absent = $state.raw<Person[]>([]);
  /** How many computer players think for others first. */
  queue = $state(0);
  /** One's own move that is on its way. */
  pending = $state<string | null>(null);
  /** A move that is played as soon as it is one's turn, if it is legal then. */
  planned = $state<string | null>(null);
  hints = $state.raw<HintMove[]>([]);
  /** Whether the best move is shown on the board. */
  showsHint = $state(false);
  complaint = $state.raw<Complaint | null>(null);
  /** Why there is nothing to see. */
  failure = $state.raw<Problem | null>(null);

  /** Since when one watches, on the clock of this page. */
  readonly #since = Date.now();
  /** What others have said since then; the server also tells what was said before. */
  news = $derived(
    this.lines.filter(
      ({ from, time }) => from && from.id !== server.you?.id && this.#since < server.here(time),
    ),
  );

  myChairs = $derived(chairsOf(this.snapshot?.summary.chairs ?? [], server.you?.id));
  mySeats = $derived(seatsOf(this.moment?.players ?? [], this.myChairs));
  round = $derived(this.course?.rounds.at(-1) ?? null);
  last = $derived(this.round?.plays.at(-1) ?? null);
  /** Whether the present round is over. */
  isOver = $derived(this.round !== null && this.round.end !== null);
  seatToMove = $derived.by(() => {
    const next = this.moment?.to_move;
    if (!next || next === "nobody") return null;
    return "seat" in next ? next.seat : next.dice;
  });
  isMyTurn = $derived(this.seatToMove !== null && this.mySeats.includes(this.seatToMove));
  /** Whether this page has asked for a roll that has not been heard of yet. */
  #hasThrown = $state(false);
  /** Whether the dice are in the air: asked for, or thrown and waiting for what players have promised. */
  isRolling = $derived(this.#hasThrown || (this.course?.dice.owed ?? null) !== null);
  /** The seat from which one plays: whoever of one's own is to move, for who plays several. */
  seat = $derived(this.isMyTurn ? this.seatToMove : (this.mySeats[0] ?? null));
  /** The seat of one's own that can answer what another seat offers. */
  answering = $derived.by(() => {
    const offer = this.moment?.offer;
    return offer ? (this.mySeats.find((seat) => seat !== offer[0]) ?? null) : null;
  });
  canUndo = $derived(
    this.mySeats.length > 0 &&
      this.snapshot?.undo !== "never" &&
      (this.round?.plays.some((play) => play.seat !== null && this.mySeats.includes(play.seat)) ?? false),
  );

  /** One's own move that was taken back last and can be played again now. */
  undone = $derived.by(() => {
    const next = this.round?.undone[0];
    const isNext =
      next !== undefined && this.isMyTurn && next.seat === this.seatToMove && this.pending === null;
    return isNext && this.drawing?.moves.includes(next.text) ? next.text : null;
  });

  readonly nonces: Nonces;

  #unlisten = () => {};
  /** What the clocks showed when the present round ended, if one has seen that. */
  #atEnd: (number | null)[] | null = null;
  #hintPly = -1;
  /** The question for events that are not known, while it waits for its answer. */
  #catchingUp: Promise<unknown> | null = null;

  constructor(
    readonly id: TableId,
    private readonly invite?: string,
  ) {
    this.nonces = new Nonces(id, (command) => server.send(command));
  }

  /** Watches the table; the result ends it. */
  open(): () => void {
    this.#unlisten = server.listen((message) => this.#hear(message));
    return () => {
      this.#unlisten();
      server.say({ type: "unwatch", table: this.id });
    };
  }

  /** Asks for what one does not know: everything at first, and what was missed after a loss. */
  async look(): Promise<void> {
    // Who came and went meanwhile was not heard, and nobody tells it again.
    this.absent = [];
    try {
      await Promise.all([this.snapshot ? null : this.refresh(), this.#catchUp()]);
      this.failure = null;
    } catch (error) {
      if (error instanceof Refused) this.failure = error.problem;
      else throw error;
    }
  }

  /** Asks for the table as it is now. */
  async refresh(): Promise<void> {
    await this.#watch();
  }

  /** Asks for the events that are not known yet. */
  #catchUp(): Promise<unknown> {
    // One question is enough: its answer also holds whatever is told before it comes.
    this.#catchingUp ??= this.#watch(this.course?.seq ?? 0).finally(() => {
      this.#catchingUp = null;
    });
    return this.#catchingUp;
  }

  #watch(since?: number): Promise<unknown> {
    return server.send({ type: "watch", table: this.id, detail: "drawn", invite: this.invite, since });
  }

  /** Plays a move, or plans it if it is not one's turn yet. */
  async play(text: string): Promise<void> {
    if (this.isOver) return;
    if (!this.isMyTurn) {
      this.planned = this.planned === text ? null : text;
      return;
    }
    if (this.pending !== null) return;
    this.pending = text;
    this.complaint = null;
    // Deciding to roll is rolling, and takes a nonce along.
    const isDone = text === "roll" ? await this.roll({ move: text }) : await this.act({ move: text });
    if (!isDone) this.pending = null;
  }

  /** Lets the server say why a move is not possible. */
  async askWhyNot(text: string): Promise<void> {
    await this.act({ move: text });
  }

  /** Does something in the match, and tells whether it was done. */
  async act(action: Action, seat = this.seat): Promise<boolean> {
    const { moment } = this;
    if (!moment) return false;
    return this.#wish({ type: "act", table: this.id, ply: moment.ply, action, chair: this.#chairOf(seat) });
  }

  /** Whether a round is over and another one waits for oneself, on any of one's seats. */
  waitsForMe = $derived.by(() => {
    const { round } = this;
    if (round === null || round.end === null || this.snapshot?.summary.phase !== "playing") return false;
    return this.mySeats.some((seat) => !round.ready.includes(seat));
  });

  /** Goes on to the next round, on all of one's seats. */
  async goOn(): Promise<void> {
    const waiting = this.mySeats.filter((seat) => !this.round?.ready.includes(seat));
    for (const seat of waiting) if (!(await this.act("ready", seat))) return;
  }

  /** Answers what another seat offers. */
  answer(action: "accept" | "decline"): Promise<boolean> {
    return this.act(action, this.answering);
  }

  /** Rolls the dice, with a nonce where this page takes part in them. */
  async roll(without: Action = "roll"): Promise<boolean> {
    const { moment } = this;
    const dice = this.course?.dice;
    // Dice that are in the air fall by themselves.
    if (!moment || this.isRolling) return false;
    const nonce = dice?.commitment ? this.nonces.forRoll() : null;
    const chair = this.#chairOf(this.seat);
    this.#hasThrown = true;
    const isDone =
      nonce === null
        ? await this.act(without)
        : await this.#wish({ type: "roll", table: this.id, ply: moment.ply, nonce, chair });
    if (!isDone) this.#hasThrown = false;
    return isDone;
  }

  /** The chair for which one acts; the server needs to be told only by who has several. */
  #chairOf(seat: Seat | null): number | undefined {
    return this.myChairs.length > 1 && seat !== null ? this.moment?.players[seat - 1] : undefined;
  }

  /** Says something to everybody at the table, or to one person alone; fails with a `Refused`. */
  say(text: string, to: Person | null = null): Promise<unknown> {
    return server.send({ type: "chat", channel: to ? { user: to.id } : { table: this.id }, text });
  }

  /** Takes one's last move back, and what followed it. */
  takeBack(): Promise<boolean> {
    const plays = this.round?.plays ?? [];
    const mine = plays.findLastIndex((play) => play.seat !== null && this.mySeats.includes(play.seat));
    return this.act({ undo: mine < 0 ? null : mine });
  }

  /** Plays the next of one's moves that were taken back again. */
  async redo(): Promise<void> {
    if (this.undone !== null) await this.play(this.undone);
  }

  /** Asks for good moves, and shows the best of them. */
  async ask(shows: boolean): Promise<void> {
    const ply = this.moment?.ply ?? 0;
    if (this.#hintPly === ply && this.hints.length) {
      this.showsHint = shows;
      return;
    }
    this.#hintPly = ply;
    try {
      const hint = (await server.send({ type: "hint", table: this.id })) as Hint;
      if (hint.ply !== this.moment?.ply) return;
      this.hints = hint.moves;
      this.showsHint = shows;
    } catch (error) {
      this.complain(error);
      this.#hintPly = -1;
    }
  }

  async sit(chair?: number, password?: string): Promise<boolean> {
    await promiseBefore(this.snapshot?.summary.game ?? "");
    return this.#wish({ type: "sit", table: this.id, chair, password, invite: this.invite });
  }

  stand(): Promise<boolean> {
    return this.#wish({ type: "stand", table: this.id });
  }

  /** Begins the match, where it waits for the word of a player. */
  begin(): Promise<boolean> {
    return this.#wish({ type: "begin", table: this.id });
  }

  /** Lets a computer player take a chair. */
  seatEngine(chair: number, player: string): Promise<boolean> {
    return this.#wish({ type: "seat", table: this.id, chair, player });
  }

  /** How fast computer players play, where they play among themselves. */
  pace = $derived(this.snapshot?.summary.phase === "playing" ? this.snapshot.engine_pace : undefined);
  /** Whether this page may set it. */
  canSetPace = $derived(this.pace !== undefined && this.snapshot?.summary.host?.id === server.you?.id);

  /** Sets how fast computer players play, pauses them, or lets them play a single move. */
  async setPace(change: Partial<EnginePace>): Promise<void> {
    if (!this.pace || !this.canSetPace) return;
    await this.#wish({ type: "set-pace", table: this.id, pace: { ...this.pace, ...change } });
  }

  prefer(chair: number, auto_roll: boolean, confirm_blocked: boolean): Promise<boolean> {
    return this.#wish({ type: "prefer", table: this.id, chair, auto_roll, confirm_blocked });
  }

  /** The table at which the same people play again. */
  async rematch(): Promise<TableId | null> {
    try {
      // Everybody sits one chair further there, so who plays for several promises for any of them.
      const chairs = this.myChairs.length > 1 ? [...(this.snapshot?.summary.chairs.keys() ?? [])] : [];
      await promiseBefore(this.snapshot?.summary.game ?? "", chairs);
      const ask = () => server.send({ type: "rematch", table: this.id }) as Promise<Done>;
      // Where somebody else has asked at the same moment, the second question leads to their table.
      const isLate = (error: unknown) => error instanceof Refused && error.problem.code === "phase";
      const done = await ask().catch((error) => (isLate(error) ? ask() : Promise.reject(error)));
      return done.table ?? null;
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /** What a seat has left on its clock at a moment of this page's clock. */
  timeLeft(seat: Seat, now: number): number | null {
    const left = this.moment?.clocks?.[seat - 1];
    if (left === undefined) return null;
    // The clocks of a round that has ended stand where they stood; the server has set them for the next one already.
    if (this.round?.end) return this.#stopped(this.round.end, seat);
    return this.seatToMove === seat && this.round?.end === null
      ? Math.max(0, left - (now - this.arrived))
      : left;
  }

  #stopped(end: End, seat: Seat): number | null {
    const isTheirs = typeof end === "object" && "time-over" in end && end["time-over"].seat === seat;
    return isTheirs ? 0 : (this.#atEnd?.[seat - 1] ?? null);
  }

  /** How clocks jump when another moment comes: what the page shows now, and what the server says. */
  #jumpsTo(next: Moment, now: number): (Jump | null)[] {
    const { moment, seatToMove } = this;
    return (next.clocks ?? []).map((after, idx) => {
      const known = this.jumps[idx] ?? null;
      const before = this.timeLeft(idx + 1, now);
      if (!moment || before === null) return known;
      const isElsewhere = next.round !== moment.round || next.ply < moment.ply;
      const hasMoved = seatToMove === idx + 1 && moment.ply < next.ply;
      const rule = this.snapshot?.summary.clock ?? "";
      const givenBack = next.lags?.[idx]?.given_back ?? 0;
      return jumpOf({ before, after, rule, hasMoved, isElsewhere, givenBack, at: now }) ?? known;
    });
  }

  async #wish(command: Parameters<typeof server.send>[0]): Promise<boolean> {
    try {
      await server.send(command);
      this.complaint = null;
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** Tells whoever wanted something why it was not done; only refusals are told. */
  complain(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.complaint = { problem: error.problem, at: performance.now() };
  }

  #hear(message: Message): void {
    if (message.type === "table" && message.snapshot.summary.id === this.id) {
      this.#see(message.snapshot, message.drawing ?? null);
    } else if (message.type === "events" && message.table === this.id) {
      this.#happen(message);
    } else if (message.type === "presence" && message.table === this.id) {
      const others = this.absent.filter((person) => person.id !== message.person.id);
      this.absent = message.connected ? others : [...others, message.person];
    } else if (message.type === "busy" && message.table === this.id) {
      this.queue = message.position;
    } else if (message.type === "chat") {
      const { line } = message;
      // What the server says to everybody concerns every table.
      const isHere =
        line.kind === "server" ||
        (typeof line.channel === "object" && "table" in line.channel && line.channel.table === this.id);
      const isKnown = line.number > 0 && this.lines.some((other) => other.number === line.number);
      const isAboutMe = line.kind === "connection" && line.from?.id === server.you?.id;
      if (isHere && !isKnown && !isAboutMe) this.lines = [...this.lines, line];
    }
  }

  /** Takes over how the table is now. The server tells no more what has happened until then, unless it is asked. */
  #see(snapshot: Snapshot, drawing: Drawing | null): void {
    const { course } = this;
    this.snapshot = snapshot;
    // Who knows more than the server has seen another past, as after a backup was restored.
    if (!course || snapshot.seq < course.seq) this.course = emptyCourse(snapshot.summary.chairs);
    this.#now(snapshot.moment ?? null, drawing);
    if ((this.course?.seq ?? 0) < snapshot.seq) this.#fillGap();
  }

  #happen({ events, moment, drawing }: Extract<Message, { type: "events" }>): void {
    const { course, snapshot } = this;
    if (!course || !snapshot) return;
    const next = continued(course, events);
    if (next.seq < (events.at(-1)?.seq ?? snapshot.seq)) {
      this.#fillGap();
      return;
    }
    const isEnd =
      this.round?.end === null && next.rounds.length === course.rounds.length && next.rounds.at(-1)?.end;
    if (isEnd)
      this.#atEnd = (this.moment?.clocks ?? []).map((_, idx) => this.timeLeft(idx + 1, performance.now()));
    else if (next.rounds.length !== course.rounds.length) this.#atEnd = null;
    this.course = next;
    // A long history comes in several messages, and the position with the last of them.
    if (next.seq < snapshot.seq) return;
    this.queue = 0;
    if (course.seq < next.seq) this.#hasThrown = false;
    if (moment) this.#now(moment, drawing ?? null);
    const fresh = events.filter(({ seq }) => snapshot.seq < seq);
    this.snapshot = {
      ...snapshot,
      seq: next.seq,
      summary: { ...snapshot.summary, chairs: next.chairs },
      engine_pace: paceAfter(snapshot.engine_pace, fresh),
    };
    void this.nonces.follow(next.dice, this.myChairs);
    // The snapshot also tells how far the table is and for whom chairs are kept.
    if (needsLook(fresh)) void this.refresh().catch(() => {});
  }

  #fillGap(): void {
    // Where that fails, whatever happens next shows the gap again.
    void this.#catchUp().catch(() => {});
  }

  #now(moment: Moment | null, drawing: Drawing | null): void {
    const before = this.moment;
    const isAnother = moment?.ply !== before?.ply || moment?.round !== before?.round;
    const isElsewhere = moment?.round !== before?.round || (moment?.ply ?? 0) < (before?.ply ?? 0);
    const now = performance.now();
    this.jumps = moment ? this.#jumpsTo(moment, now) : [];
    this.moment = moment;
    this.drawing = drawing;
    this.arrived = now;
    // A plan belongs to the position for which it was made, and to what follows from it.
    if (isElsewhere || this.isOver || moment?.to_move === "nobody") this.planned = null;
    if (!isAnother) return;
    this.pending = null;
    this.hints = [];
    this.showsHint = false;
    this.complaint = null;
    this.#hintPly = -1;
    const { planned } = this;
    if (planned !== null && this.isMyTurn) {
      this.planned = null;
      if (drawing?.moves.includes(planned)) void this.play(planned);
    }
  }
}
