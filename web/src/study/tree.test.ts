import { describe, expect, it } from "vitest";
import type { ReplayRound } from "../protocol/messages";
import { written } from "./layout";
import { type Heading, recordOf } from "./record";
import {
  along,
  annotated,
  at,
  beside,
  depth,
  endOf,
  type Node,
  type Path,
  played,
  promoted,
  removed,
  seed,
  size,
  toEnd,
  treeOf,
  within,
} from "./tree";

/** The tree that comes of playing these lines from the start; positions are the moves that lead there. */
function grow(...lines: string[]): Node {
  let root = seed("");
  for (const line of lines) {
    let path: Path = [];
    let position = "";
    for (const [idx, text] of line.split(" ").entries()) {
      position = `${position} ${text}`.trim();
      ({ root, path } = played(root, path, { by: 1 + (idx % 2), text, spent: null }, position));
    }
  }
  return root;
}

/** A tree as one writes it: what branches off stands in parentheses after the move instead of which it is played. */
function shown(root: Node): string {
  const words = (items: ReturnType<typeof written>): string =>
    items
      .map((item) => (item.kind === "move" ? (item.node.move?.text ?? "") : `(${words(item.items)})`))
      .join(" ");
  return words(written(root));
}

describe("a tree of moves", () => {
  const tree = grow("a b c d", "a b x", "a y z", "a b x w", "k");

  it("branches where another move is played, and knows every move once", () => {
    expect(shown(tree)).toBe("a (k) b (y z) c (x w) d");
    expect(size(tree)).toBe(9);
  });

  it("is walked along its lines, and from one variation to the next", () => {
    expect(along(tree, [0, 0, 1]).map(({ move }) => move?.text)).toEqual([undefined, "a", "b", "x"]);
    expect(toEnd(tree, [0, 1])).toEqual([0, 1, 0]);
    expect(toEnd(tree, [])).toEqual([0, 0, 0, 0]);
    expect(beside(tree, [0, 0], 1)).toEqual([0, 1]);
    expect(beside(tree, [0, 1], 1)).toEqual([0, 0]);
    expect(beside(tree, [0], -1)).toEqual([1]);
    expect(beside(tree, [], 1)).toEqual([]);
    expect(within(tree, [0, 7, 1])).toEqual([0]);
    expect(depth([0, 1, 0, 2])).toBe(2);
  });

  it("is another tree after an edit, which shares what was not touched", () => {
    const next = annotated(tree, [0, 0, 1], { mark: "?!", comment: "  why \r\n\r\n not\t?\n\n" });
    expect(at(next, [0, 0, 1])).toMatchObject({ mark: "?!", comment: "why\n\nnot ?" });
    expect(at(tree, [0, 0, 1])).toMatchObject({ mark: null, comment: "" });
    expect(at(next, [0, 1])).toBe(at(tree, [0, 1]));
    expect(annotated(tree, [], { mark: "!" }).mark).toBeNull();
  });

  it("promotes a variation where it branches off, one step at a time", () => {
    const { root, path } = promoted(tree, [0, 0, 1, 0]);
    expect(shown(root)).toBe("a (k) b (y z) x (c d) w");
    expect(path).toEqual([0, 0, 0, 0]);
    expect(promoted(root, path).root).toBe(root);
  });

  it("loses a move with all that follows it", () => {
    const { root, path } = removed(tree, [0, 0]);
    expect(shown(root)).toBe("a (k) y z");
    expect(path).toEqual([0]);
    expect(removed(tree, []).root).toBe(tree);
  });

  it("numbers decisions, and neither dice nor the decision to roll", () => {
    let { root, path } = played(seed(""), [], { by: null, text: "31", spent: null }, "1");
    for (const [by, text] of [
      [1, "8/5 6/5"],
      [2, "roll"],
      [null, "66"],
      [2, "24/18(2)"],
    ] as const) {
      ({ root, path } = played(root, path, { by, text, spent: null }, text));
    }
    const numbers = written(root).map((item) => item.kind === "move" && item.number);
    expect(numbers).toEqual([null, 1, null, null, 2]);
  });
});

const HEADING: Heading = { game: "nim", options: "1+2", players: ["Anna", "Bert"], startsAsUsual: true };
const OPEN = { hash: "00000000000000ff" };

describe("a tree as a record", () => {
  it("is of version 1 as long as nothing branches off and nothing is said", () => {
    expect(recordOf(HEADING, grow("a b"), null, OPEN)).toBe(
      "brettwerk record 1\ngame nim 1+2\nplayer 1 Anna\nplayer 2 Bert\nlength rounds=1\nclock none\n\n" +
        "round 1 players 1 2\n1 a\n2 b\nresult open\nhash 00000000000000ff\n\nend\n",
    );
  });

  it("has what is said, and variations before the move instead of which they are played", () => {
    let root = grow("a b", "a c d", "a c e");
    root = annotated(root, [], { comment: "one\n\ntwo" });
    root = annotated(root, [0], { mark: "!" });
    root = annotated(root, [0, 1], { mark: "bad", comment: "no" });
    const lines = recordOf({ ...HEADING, startsAsUsual: false }, root, null, OPEN).split("\n");
    expect(lines[0]).toBe("brettwerk record 2");
    expect(lines.slice(lines.indexOf("round 1 players 1 2") + 1, lines.indexOf("result open"))).toEqual([
      "start ",
      "# one",
      "#",
      "# two",
      "1 a",
      "mark !",
      "(",
      "2 c",
      "mark bad",
      "# no",
      "(",
      "1 e",
      ")",
      "1 d",
      ")",
      "2 b",
    ]);
  });

  const round: ReplayRound = {
    players: [0, 1],
    moves: [
      { by: 1, text: "a", spent: 900 },
      { by: 2, text: "b", spent: null },
    ],
    positions: ["", "a", "a b"],
    result: [{ resigned: { seat: 1, level: "single" } }, [0, 1]],
    notes: {
      1: {
        variations: [
          {
            moves: [
              { by: 2, text: "c", spent: null },
              { by: 1, text: "d", spent: null },
            ],
            positions: ["a c", "a c d"],
            notes: { 1: { mark: "?" }, 2: { comment: "lost" } },
          },
        ],
      },
      2: { variations: [{ moves: [{ by: 1, text: "e", spent: null }], positions: ["a b e"] }] },
    },
  };

  it("comes back from a record with everything that is said", () => {
    const root = treeOf(round);
    expect(shown(root)).toBe("a b (c d) e");
    expect(at(root, [0, 1])).toMatchObject({ mark: "?", position: "a c" });
    expect(at(root, [0, 1, 0])).toMatchObject({ comment: "lost", position: "a c d" });
    expect(at(root, [0]).move?.spent).toBe(900);
  });

  it("keeps how a game ended, and what could have followed as a variation, while its moves are the main line", () => {
    const root = treeOf(round);
    const text = recordOf(HEADING, root, endOf(round), OPEN);
    expect(text).toContain(
      "1 a @900\n(\n2 c\nmark ?\n1 d\n# lost\n)\n2 b\n(\n1 e\n)\nresult resigned 1 single 0 1\n",
    );
    const other = promoted(root, [0, 1]).root;
    expect(recordOf(HEADING, other, endOf(round), OPEN)).toContain("result open\n");
    const won = { ...OPEN, result: ["over", [1, 0]] as ["over", number[]] };
    expect(recordOf(HEADING, other, endOf(round), won)).toContain("result over 1 0\n");
  });
});
