// Records positions with their legal moves from the real rules, as data for the tests of the boards.
//
//   node src/boards/dev/record.mjs BRETT GAME VARIANT POSITIONS SEED [digest] > recorded.tsv
//
// A line has the options, the position, the seat to move, its moves, and what the program says beside the board.
// With `digest`, the number of moves and the hash of their sorted list stand for them: Blokus has hundreds.
// Games are played at random from the seed, so the same program records the same positions.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";

const [brett, game, variant, positions, seed, digest] = process.argv.slice(2);
if (seed === undefined) {
  console.error("usage: record.mjs BRETT GAME VARIANT POSITIONS SEED [digest]");
  process.exit(2);
}

/** Numbers from a seed (mulberry32). */
function randomNumbers(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomNumbers(Number(seed));
const pick = (list) => list[Math.floor(random() * list.length)];

function ask(command, played) {
  const args = ["--json", command, game, "--variant", variant];
  const moves = played.length === 0 ? [] : ["--moves", played.join(";")];
  return JSON.parse(execFileSync(brett, [...args, ...moves], { encoding: "utf8" }));
}

const recorded = [];
while (recorded.length < Number(positions)) {
  const played = [];
  for (;;) {
    const { position, options, turn, seat, moves } = ask("legal", played);
    if (moves.length === 0) break;
    // Random games last long and look alike; a third of their positions shows as much.
    if (turn === "seat" && random() < 1 / 3) {
      const lines = ask("show", played).drawing.trimEnd().split("\n");
      const status = lines.filter((line) => /^[a-z]+:? /.test(line));
      recorded.push({ options, position, seat, moves, status });
      if (recorded.length === Number(positions)) break;
    }
    // Giving up ends a game that has more to show.
    const onward = moves.filter((move) => move !== "pass");
    played.push(pick(onward));
  }
}
for (const { options, position, seat, moves, status } of recorded) {
  const hash = () => createHash("sha256").update(moves.toSorted().join(";")).digest("hex").slice(0, 16);
  const listed = digest === undefined ? moves.join(";") : `${moves.length} ${hash()}`;
  console.log([options, position, seat, listed, status.join(" | ")].join("\t"));
}
