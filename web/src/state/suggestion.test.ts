import { describe, expect, it } from "vitest";
import type { Past, PastPlayer } from "./history";
import { suggestion } from "./suggestion";

/** A game that one has played on the first seat. */
function game(points: number[], engine = "level3", name = "othello"): Past {
  const players: PastPlayer[] = points.map((_, idx) => (idx === 0 ? "Ada" : { engine }));
  const result = { players: points.map((_, idx) => idx), end: "over" as const, points, mine: [1] };
  return { table: "t", game: name, options: "", players, result, time: 0 };
}
const won = (engine?: string, name?: string) => game([1, 0], engine, name);
const lost = (engine?: string, name?: string) => game([0, 1], engine, name);

describe("the next level", () => {
  it("is one higher after two wins in a row", () => {
    expect(suggestion([won()])).toBeNull();
    expect(suggestion([won(), won(), lost()])).toEqual({
      game: "othello",
      from: 3,
      level: 4,
      streak: 2,
      won: true,
    });
    expect(suggestion([won(), lost(), won()])).toBeNull();
  });

  it("is one lower after three losses in a row", () => {
    expect(suggestion([lost(), lost()])).toBeNull();
    expect(suggestion([lost(), lost(), lost()])).toMatchObject({ level: 2, won: false, streak: 3 });
  });

  it("ends at the first and at the last level", () => {
    expect(suggestion([won("level10"), won("level10")])).toBeNull();
    expect(suggestion([lost("level1"), lost("level1"), lost("level1")])).toBeNull();
  });

  it("comes from games of the game that was played last, at the level of the last game", () => {
    expect(suggestion([won(), lost("level3", "blokus"), won()])).toMatchObject({ streak: 2 });
    expect(suggestion([won("level4"), won("level3"), won("level3")])).toBeNull();
  });

  it("counts neither draws nor games against people, others than levels, and several kinds of players", () => {
    expect(suggestion([game([0, 0]), won(), won()])).toBeNull();
    expect(suggestion([won("mcts"), won("mcts")])).toBeNull();
    expect(suggestion([won("level3:time=1500"), won("level3:time=1500")])).toBeNull();
    const people: Past = { ...won(), players: ["Ada", "Bert"] };
    expect(suggestion([people, people])).toBeNull();
    const mixed: Past = { ...game([1, 0, 0]), players: ["Ada", { engine: "level3" }, { engine: "level4" }] };
    expect(suggestion([mixed, mixed])).toBeNull();
    const running: Past = { ...won(), result: null };
    expect(suggestion([running, won(), won()])).toMatchObject({ level: 4 });
  });

  it("in a game for several is higher for whoever comes first alone", () => {
    expect(suggestion([game([1, 0, 0, 0]), game([1, 0, 0, 0])])).toMatchObject({ level: 4 });
    expect(suggestion([game([1, 1, 0, 0]), game([1, 1, 0, 0])])).toBeNull();
  });
});
