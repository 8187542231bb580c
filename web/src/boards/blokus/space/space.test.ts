import { describe, expect, test } from "vitest";
import { readRecorded } from "../../dev/recorded";
import { allMoves, type Laid, type Position, readPosition } from "../position";
import recorded from "../recorded.tsv?raw";
import { readRules } from "../rules";
import { pieceOf } from "../shape";
import { moved, onBoard, START, seesOnly, sight } from "./camera";
import { plainBox, roundBox } from "./mesh";
import type { Rgb } from "./renderer";
import { TABLE } from "./room";
import { flyingOf, type Motion, movedOn, placeOf, reachOf, stillOf } from "./table";

const positions = readRecorded(recorded).map(({ options, position }) => {
  const rules = readRules(options);
  const pos = rules === null ? null : readPosition(position, rules);
  if (pos === null) throw new Error(`unreadable: ${position}`);
  return pos;
});
const paints: Rgb[] = [
  [0.1, 0, 0],
  [0.2, 0, 0],
  [0.3, 0, 0],
  [0.4, 0, 0],
];

/** Everything on the table at some moment. */
const blocksOf = (pos: Position, motions: Motion[], now: number, duration: number) => [
  ...stillOf(pos, paints, motions),
  ...flyingOf(pos, paints, motions, now, duration),
];

/** Where a point of space is on a screen that reaches from −1 to 1. */
function project(
  matrix: Float32Array,
  [x, y, z]: readonly [number, number, number],
): { x: number; y: number } {
  const row = (idx: number) => [0, 4, 8, 12].map((column) => matrix[column + idx] ?? 0);
  const [across, up, , depth] = [0, 1, 2, 3].map((idx) => {
    const [a = 0, b = 0, c = 0, d = 0] = row(idx);
    return a * x + b * y + c * z + d;
  });
  return { x: (across ?? 0) / (depth ?? 1), y: (up ?? 0) / (depth ?? 1) };
}

describe("the camera", () => {
  test("finds the square that it shows at a place of the screen", () => {
    for (const pos of positions.slice(0, 5)) {
      const reach = reachOf(pos.rules);
      for (const camera of [START, moved(START, { around: 2, above: -0.4, closer: 1.7 })]) {
        for (const aspect of [0.6, 1, 1.9]) {
          for (const square of [
            { x: 0, y: 0 },
            { x: 3, y: 11 },
            { x: pos.rules.width - 1, y: 5 },
          ]) {
            const [x, , z] = placeOf(pos.rules, square);
            const on = project(sight(camera, aspect, reach).matrix, [x, 0, z]);
            const found = onBoard(camera, aspect, reach, on.x, on.y);
            expect(found?.x).toBeCloseTo(x, 2);
            expect(found?.z).toBeCloseTo(z, 2);
          }
        }
      }
    }
  });

  test("shows the whole board at first, on wide and on narrow screens", () => {
    for (const { rules } of positions) {
      for (const aspect of [0.7, 1, 1.6]) {
        const { matrix } = sight(START, aspect, reachOf(rules));
        for (const x of [-rules.width / 2, rules.width / 2]) {
          for (const z of [-rules.height / 2, rules.height / 2]) {
            const on = project(matrix, [x, 0, z]);
            expect(Math.max(Math.abs(on.x), Math.abs(on.y))).toBeLessThan(1);
          }
        }
      }
    }
  });

  test("sees nothing but the table at first, and the room when it is lowered", () => {
    for (const { rules } of positions.slice(0, 3)) {
      const reach = reachOf(rules);
      expect(seesOnly(START, 1, reach, TABLE * reach)).toBe(true);
      expect(seesOnly(moved(START, { above: -0.7 }), 1, reach, TABLE * reach)).toBe(false);
    }
  });

  test("goes neither below the table nor through it", () => {
    const low = moved(START, { above: -9, closer: 99 });
    expect(low.above).toBeGreaterThan(0);
    expect(sight(low, 1, 16).eye[1]).toBeGreaterThan(0);
    expect(onBoard(low, 1, 16, 0, 0.99)).toBeNull();
  });
});

describe("the table", () => {
  test("has every square that was laid or is left, and none twice", () => {
    for (const pos of positions) {
      const blocks = blocksOf(pos, [], 0, 500);
      const laid = pos.colors.filter((color) => color !== 0).length;
      expect(blocks.filter(({ size }) => size === 1)).toHaveLength(laid);
      const places = new Set(blocks.map(({ at }) => at.map((value) => value.toFixed(3)).join()));
      expect(places.size).toBe(blocks.length);
    }
  });

  test("lets several pieces fly at once, and none twice", () => {
    const [pos] = positions.filter(({ laid }) => laid.length > 3);
    if (pos === undefined) throw new Error("some position has pieces");
    const [one, two, three] = pos.laid;
    if (!one || !two || !three) throw new Error("it has three");
    const first = movedOn([], { came: [one, two], went: [] }, 0);
    const second = movedOn(first, { came: [three], went: [] }, 100);
    expect(second.map(({ began }) => began)).toEqual([0, 0, 100]);
    const back = movedOn(second, { came: [], went: [two] }, 200);
    expect(back.filter(({ piece }) => piece.word === two.word)).toEqual([
      { piece: two, isBack: true, began: 200 },
    ]);
    const still = blocksOf(pos, [], 0, 500).length;
    expect(blocksOf(pos, second, 120, 500)).toHaveLength(still);
  });

  test("lets a piece fly from its place beside the board to where it lies", () => {
    const pos = positions[0];
    const move = pos === undefined ? undefined : allMoves(pos, pos.toMove ?? 1)[0];
    const piece = pos?.laid[0];
    if (pos === undefined || piece === undefined || move === undefined)
      throw new Error("something lies there");
    expect(pieceOf(piece.squares)).toBe(piece.piece);
    const flying = (now: number, isBack = false) => {
      const rest: Laid[] = isBack ? pos.laid.slice(1) : pos.laid;
      return blocksOf({ ...pos, laid: rest }, [{ piece, isBack, began: 0 }], now, 1000).slice(
        -piece.squares.length,
      );
    };
    expect(flying(0)[0]?.size).toBeLessThan(1);
    expect(flying(500)[0]?.at[1]).toBeGreaterThan(3);
    const landed = flying(1000);
    for (const [idx, square] of piece.squares.entries()) {
      for (const axis of [0, 1, 2] as const) {
        expect(landed[idx]?.at[axis]).toBeCloseTo(placeOf(pos.rules, square)[axis], 5);
      }
    }
    expect(flying(0, true)[0]?.at[0]).toBeCloseTo(landed[0]?.at[0] ?? 0, 5);
  });
});

describe.each([
  ["with round edges", roundBox([0.5, 0.2, 0.5], 0.1)],
  ["with sharp edges", plainBox([0.5, 0.2, 0.5])],
])("a square of a piece %s", (_, { vertices, triangles }) => {
  test("has normals of length one that point outward", () => {
    for (let idx = 0; idx < vertices.length; idx += 6) {
      const [x = 0, y = 0, z = 0, nx = 0, ny = 0, nz = 0] = vertices.subarray(idx, idx + 6);
      expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 5);
      expect(x * nx + y * ny + z * nz).toBeGreaterThan(0);
    }
  });

  test("shows the outside of every triangle", () => {
    const corner = (idx: number) => [...vertices.subarray(6 * idx, 6 * idx + 3)] as [number, number, number];
    for (let idx = 0; idx < triangles.length; idx += 3) {
      const [a, b, c] = [0, 1, 2].map((by) => corner(triangles[idx + by] ?? 0)) as [number, number, number][];
      if (a === undefined || b === undefined || c === undefined) continue;
      const [u, v] = [
        b.map((value, axis) => value - (a[axis] ?? 0)),
        c.map((value, axis) => value - (a[axis] ?? 0)),
      ];
      const [u0 = 0, u1 = 0, u2 = 0] = u;
      const [v0 = 0, v1 = 0, v2 = 0] = v;
      const out = (u1 * v2 - u2 * v1) * a[0] + (u2 * v0 - u0 * v2) * a[1] + (u0 * v1 - u1 * v0) * a[2];
      expect(out).toBeGreaterThanOrEqual(-1e-9);
    }
  });
});
