import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { readRecorded } from "../dev/recorded";
import { allMoves, anchors, piecesLeft, placed, points, readPosition, whyNot, writeMove } from "./position";
import recorded from "./recorded.tsv?raw";
import { colorsOf, columnName, readRules, squareOf } from "./rules";
import { flipped, orientations, PIECES, pieceOf, turned, turnedBack, wordOf } from "./shape";

// Every move of hundreds of positions takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const positions = readRecorded(recorded).map((entry) => {
  const rules = readRules(entry.options);
  const pos = rules === null ? null : readPosition(entry.position, rules);
  if (pos === null) throw new Error(`unreadable: ${entry.options}: ${entry.position}`);
  return { ...entry, pos };
});

function read(options: string, text: string) {
  const rules = readRules(options);
  const pos = rules === null ? null : readPosition(text, rules);
  if (pos === null) throw new Error("unreadable");
  return pos;
}

describe("two hundred recorded positions of nine rule sets", () => {
  test("have the very moves that the program lists", () => {
    expect(positions).toHaveLength(200);
    for (const { pos, moves } of positions) {
      const found = allMoves(pos, pos.toMove ?? 0).sort();
      const hash = createHash("sha256").update(found.join(";")).digest("hex").slice(0, 16);
      expect(`${found.length} ${hash}`).toBe(moves[0]);
    }
  });

  test("have the points and pieces that the program counts", () => {
    for (const { pos, status } of positions) {
      const counted = pos.rules.paints.map((paint, idx) => {
        const { squares, bonus } = points(pos, idx + 1);
        const left = piecesLeft(pos, idx + 1).reduce((sum, count) => sum + count, 0);
        return `${paint} ${squares + bonus} (${left} left)`;
      });
      expect(status).toContain(counted.join(" · "));
    }
  });

  test("belong to the seat whose color is to move", () => {
    for (const { pos, seat } of positions) expect(colorsOf(pos.rules, seat)).toContain(pos.toMove);
  });

  test("let nothing be laid that is not in the list", () => {
    // Every place of the board, for every orientation, on small boards.
    for (const { pos } of positions.filter(({ pos }) => pos.rules.width <= 14).slice(0, 8)) {
      const legal = new Set(allMoves(pos, pos.toMove ?? 0));
      expect(legal.size).toBeGreaterThan(0);
      for (const shape of PIECES.flatMap((piece) => orientations(piece.shape))) {
        for (let y = -1; y <= pos.rules.height; y++) {
          for (let x = -1; x <= pos.rules.width; x++) {
            const squares = placed(shape, { x, y });
            const isLegal = whyNot(pos, pos.toMove ?? 0, squares) === null;
            if (isLegal !== legal.has(writeMove(pos.rules, squares)))
              expect.fail(writeMove(pos.rules, squares));
          }
        }
      }
    }
  });
});

describe("a piece", () => {
  test("has one of 91 orientations", () => {
    expect(PIECES.flatMap((piece) => orientations(piece.shape))).toHaveLength(91);
  });

  test("comes back after four turns, two flips, or a turn each way", () => {
    for (const { shape } of PIECES) {
      const word = wordOf(shape);
      expect(wordOf(turned(turned(turned(turned(shape)))))).toBe(word);
      expect(wordOf(flipped(flipped(shape)))).toBe(word);
      expect(wordOf(turnedBack(turned(shape)))).toBe(word);
    }
  });

  test("is known in every orientation", () => {
    for (const piece of PIECES) {
      for (const shape of orientations(piece.shape))
        expect(pieceOf(placed(shape, { x: 7, y: 3 }))).toBe(piece);
    }
    expect(
      pieceOf([
        { x: 0, y: 0 },
        { x: 2, y: 0 },
      ]),
    ).toBeNull();
  });
});

describe("an illegal try", () => {
  const pos = read("custom 5x5 colors=2 starts=a5,e1 pieces=all*1", "11.../...../...../...../..... 1 -");
  const why = (...names: string[]) =>
    whyNot(
      pos,
      1,
      names.flatMap((name) => squareOf(pos.rules, name) ?? []),
    )?.rule ?? "fine";

  test("is told by the first rule that forbids it", () => {
    expect(why("c4")).toBe("fine");
    expect(why("b5")).toBe("occupied");
    expect(why("c5")).toBe("touches-own-edge");
    expect(why("e3")).toBe("touches-no-own-corner");
    expect(why("e3", "f3", "g3")).toBe("off-board");
    expect(why("c4", "d4")).toBe("used-up");
    expect(whyNot(pos, 2, [{ x: 0, y: 4 }])?.rule).toBe("misses-start");
  });

  test("is not offered by the squares where pieces may touch", () => {
    expect(anchors(pos, 1)).toEqual([{ x: 2, y: 1 }]);
    expect(anchors(pos, 2)).toEqual([{ x: 4, y: 4 }]);
  });
});

describe("rules and positions", () => {
  test("that cannot be read are refused", () => {
    for (const options of ["custom", "custom 2x9", "custom 40x40", "chess", "custom 5x5 starts=a1"]) {
      expect(readRules(options)).toBeNull();
    }
    const rules = readRules("duo");
    if (rules === null) throw new Error("there is a Duo");
    for (const text of ["", "1 1 -", "x", "11.".repeat(60)]) expect(readPosition(text, rules)).toBeNull();
  });

  test("name columns beyond z", () => {
    expect([columnName(0), columnName(25), columnName(26), columnName(29)]).toEqual(["a", "z", "aa", "ad"]);
    expect(squareOf({ height: 30 }, "AD30")).toEqual({ x: 29, y: 0 });
    expect(squareOf({ height: 30 }, "3a")).toBeNull();
  });

  test("count fifteen for all pieces, and five more if the single square came last", () => {
    const options = "custom 3x3 colors=2 starts=a3,c1 pieces=all*0,1*1";
    expect(points(read(options, "1../.../... 2 1"), 1)).toEqual({ squares: 1, bonus: 20 });
    expect(points(read(options, "1../.../... 2 -"), 1)).toEqual({ squares: 1, bonus: 15 });
    expect(points(read(options, "1../.../... 2 -"), 2)).toEqual({ squares: 0, bonus: 0 });
  });
});
