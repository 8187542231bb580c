import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Chair, Command, TableEvent, TableHappening } from "../protocol/messages";
import { type Course, continued, emptyCourse } from "./course";
import { counted } from "./fair-dice";
import { browserSource, Nonces, promiseNext, type Source, type Store } from "./nonces";

const chair: Chair = { auto_roll: false, confirm_blocked: false };
const COMMITTED: TableHappening = { "dice-committed": { commitment: "c0" } };

/** A server that accepts every promise, and a table whose dice it throws. */
class FakeTable {
  sent: Command[] = [];
  course: Course = emptyCourse([chair, chair]);
  refuses = false;

  send = async (command: Command): Promise<void> => {
    this.sent.push(command);
    if (this.refuses) throw new Error("the dice are thrown right now");
    if (command.type === "pledge" && command.table) {
      this.happen({ pledged: { chair: command.chair ?? 0, pledge: command.pledge } });
    }
  };

  happen(...whats: TableHappening[]): void {
    const { seq } = this.course;
    const events: TableEvent[] = whats.map((what, idx) => ({ seq: seq + idx + 1, at: 0, time: 0, what }));
    this.course = continued(this.course, events);
  }

  /** What was sent of a type. */
  of<T extends Command["type"]>(type: T): Extract<Command, { type: T }>[] {
    return this.sent.filter((command) => command.type === type) as Extract<Command, { type: T }>[];
  }
}

/** A storage like that of a tab. */
function fakeStore(): Store & { size: () => number } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    size: () => kept.size,
  };
}

/** Nonces that are counted instead of drawn. */
function countedSource(): Source {
  let n_drawn = 0;
  return { draw: () => `nonce${++n_drawn}`, pledge: async (nonce) => `hash of ${nonce}` };
}

const rolling = (...waits_for: number[]): TableHappening => ({
  rolling: { roll: { round: 1, number: 1 }, waits_for },
});
const cast = (
  number: number,
  ...shares: ("none" | "late" | "engine" | { nonce: string })[]
): TableHappening => ({
  cast: { roll: { round: 1, number }, fell: { dice: [3, 1] }, shares },
});

let table: FakeTable;
let store: ReturnType<typeof fakeStore>;
let source: Source;
const nonces = () => new Nonces("t1", table.send, source, store);

beforeEach(() => {
  table = new FakeTable();
  store = fakeStore();
  source = countedSource();
  table.happen(COMMITTED);
});

describe("a page with a part in the dice", () => {
  it("promises a nonce, shows it when the dice are thrown, and promises the next", async () => {
    const mine = nonces();
    await mine.follow(table.course.dice, [0]);
    await mine.follow(table.course.dice, [0]);
    expect(table.sent).toEqual([{ type: "pledge", table: "t1", pledge: "hash of nonce1", chair: 0 }]);

    table.happen(rolling(0));
    await mine.follow(table.course.dice, [0]);
    await mine.follow(table.course.dice, [0]);
    expect(table.of("reveal")).toEqual([{ type: "reveal", table: "t1", nonce: "nonce1", chair: 0 }]);

    table.happen({ revealed: { chair: 0, nonce: "nonce1" } }, cast(1, { nonce: "nonce1" }, "engine"));
    await mine.follow(table.course.dice, [0]);
    expect(table.of("pledge").map(({ pledge }) => pledge)).toEqual(["hash of nonce1", "hash of nonce2"]);
  });

  it("promises for every chair of one's own and for no other", async () => {
    const mine = nonces();
    await mine.follow(table.course.dice, []);
    expect(table.sent).toEqual([]);
    await mine.follow(table.course.dice, [0, 1]);
    expect(table.of("pledge").map(({ chair }) => chair)).toEqual([0, 1]);
    table.happen(rolling(1));
    await mine.follow(table.course.dice, [0, 1]);
    expect(table.of("reveal")).toEqual([{ type: "reveal", table: "t1", nonce: "nonce2", chair: 1 }]);
  });

  it("still reveals after it was loaded again", async () => {
    await nonces().follow(table.course.dice, [0]);
    table.happen(rolling(0));
    await nonces().follow(table.course.dice, [0]);
    expect(table.of("reveal").map(({ nonce }) => nonce)).toEqual(["nonce1"]);
  });

  it("reveals what it promised before it sat down", async () => {
    await promiseNext(table.send, [], source, store);
    expect(table.sent).toEqual([{ type: "pledge", pledge: "hash of nonce1" }]);
    table.happen({ pledged: { chair: 0, pledge: "hash of nonce1" } });
    const mine = nonces();
    await mine.follow(table.course.dice, [0]);
    expect(table.sent).toHaveLength(1);
    table.happen(rolling(0));
    await mine.follow(table.course.dice, [0]);
    expect(table.of("reveal").map(({ nonce }) => nonce)).toEqual(["nonce1"]);
  });

  it("promises one for each chair on which it will sit", async () => {
    await promiseNext(table.send, [1], source, store);
    expect(table.of("pledge").map(({ pledge, chair }) => [pledge, chair])).toEqual([
      ["hash of nonce1", undefined],
      ["hash of nonce2", 1],
    ]);
    table.happen(
      { pledged: { chair: 0, pledge: "hash of nonce1" } },
      { pledged: { chair: 1, pledge: "hash of nonce2" } },
    );
    table.happen(rolling(0, 1));
    await nonces().follow(table.course.dice, [0, 1]);
    expect(table.of("reveal").map(({ nonce, chair }) => [nonce, chair])).toEqual([
      ["nonce1", 0],
      ["nonce2", 1],
    ]);
  });

  it("takes over from a tab that is gone, but never outbids one that came later", async () => {
    table.happen({ pledged: { chair: 0, pledge: "of a closed tab" } });
    const mine = nonces();
    await mine.follow(table.course.dice, [0]);
    expect(table.course.dice.pledges.get(0)).toBe("hash of nonce1");
    table.happen({ pledged: { chair: 0, pledge: "of a later tab" } });
    await mine.follow(table.course.dice, [0]);
    expect(table.of("pledge")).toHaveLength(1);
    table.happen(rolling(0));
    await mine.follow(table.course.dice, [0]);
    expect(table.of("reveal")).toEqual([]);
  });

  it("promises once, however late the server tells of it", async () => {
    const mine = new Nonces("t1", async (command) => void table.sent.push(command), source, store);
    await mine.follow(table.course.dice, [0]);
    await mine.follow(table.course.dice, [0]);
    expect(table.of("pledge")).toHaveLength(1);
  });

  it("asks again after a refused promise", async () => {
    const mine = nonces();
    table.refuses = true;
    await mine.follow(table.course.dice, [0]);
    table.refuses = false;
    await mine.follow(table.course.dice, [0]);
    expect(table.course.dice.pledges.get(0)).toBe("hash of nonce2");
  });

  it("keeps nothing when the secret is open, and promises no more", async () => {
    const mine = nonces();
    await mine.follow(table.course.dice, [0]);
    expect(store.size()).toBe(1);
    table.happen(rolling(0), cast(1, "late", "engine"), { "dice-revealed": { secret: "s" } });
    await mine.follow(table.course.dice, [0]);
    expect(store.size()).toBe(0);
    expect(table.of("pledge")).toHaveLength(1);
  });
});

describe("a page that may not hash", () => {
  it("sends no nonces at all", async () => {
    const without = new Nonces("t1", table.send, null, store);
    await without.follow(table.course.dice, [0]);
    await promiseNext(table.send, [], null, store);
    expect([table.sent, without.forRoll(), without.takesPart]).toEqual([[], null, false]);
    expect(browserSource({} as Crypto)).toBeNull();
  });
});

describe("the browser's randomness", () => {
  it("draws 16 bytes and hashes them as the book tells", async () => {
    const browser = browserSource();
    if (!browser) throw new Error("tests run where hashing is allowed");
    const [one, other] = [browser.draw(), browser.draw()];
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(one).not.toBe(other);
    const hash = createHash("sha256").update("dice-pledge/1\0\0").update(Buffer.from(one, "hex"));
    expect(await browser.pledge(one)).toBe(hash.digest("hex"));
  });
});

describe("the rolls of a match", () => {
  it("are counted once each, with those in which somebody's part was missing", () => {
    table.happen(cast(1, { nonce: "a" }, "engine"), cast(2, { nonce: "b" }, "late"), cast(2, "none", "late"));
    expect(counted(table.course.dice)).toEqual({ withPeople: 1, substituted: 1 });
  });

  it("forget a promise when its chair changes hands", () => {
    table.happen({ pledged: { chair: 0, pledge: "p" } }, { left: { chair: 0 } });
    expect(table.course.dice.pledges.size).toBe(0);
  });
});
