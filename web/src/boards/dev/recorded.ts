// Reads what `record.mjs` has written.

/** A position of a game, the moves of the seat that is to move, and what the program says about it. */
export type Recorded = { options: string; position: string; seat: number; moves: string[]; status: string };

/** Reads recorded positions, one a line. */
export function readRecorded(text: string): Recorded[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [options = "", position = "", seat = "", moves = "", status = ""] = line.split("\t");
    return { options, position, seat: Number(seat), moves: moves.split(";"), status };
  });
}
