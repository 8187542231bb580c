// What a color of a Freebloks server is called on our board.

export type BoardColor = "blue" | "yellow" | "red" | "green" | "orange" | "purple";

/** The modes whose colors begin inside the board, which our board shows in orange and purple. */
const INSIDE = new Set(["duo", "junior"]);

/** The color on our board: in Duo the protocol says blue and red where people see orange and purple. */
export function colorOnBoard(mode: string, color: string): BoardColor {
  if (INSIDE.has(mode) && color === "blue") return "orange";
  if (INSIDE.has(mode) && color === "red") return "purple";
  return color as BoardColor;
}
