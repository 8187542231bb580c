import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SearchBranch, SearchNode, SearchTree } from "../protocol/messages";
import { along, at, inner, keyOf, layout } from "./layout";
import TreePage from "./TreePage.svelte";
import { boundsOf, shortValue, valueText } from "./value";

const leaf = (value: number): SearchNode => ({
  position: `leaf ${value}`,
  kind: "leaf",
  value,
  bound: "exact",
  branches: [],
});
const branch = (text: string, node: SearchNode | undefined, is_best = false): SearchBranch => ({
  text,
  node,
  is_best,
});

/** Max of two minima, of which the second is cut off after its first move. */
const tree: SearchTree = {
  game: "connect4",
  options: "3x4x3",
  maximizer: 1,
  maximizer_name: { en: "yellow", de: "Gelb" },
  depth: 2,
  alpha_beta: true,
  n_positions: 6,
  n_cut: 1,
  best_line: ["1", "b"],
  win_value: 1_000,
  root: {
    position: "root",
    kind: "max",
    value: 3,
    bound: "exact",
    window: { alpha: null, beta: null },
    branches: [
      branch(
        "1",
        {
          position: "one",
          kind: "min",
          value: 3,
          bound: "exact",
          branches: [branch("a", leaf(5)), branch("b", leaf(3), true)],
        },
        true,
      ),
      branch("2", {
        position: "two",
        kind: "min",
        value: 2,
        bound: "at-most",
        window: { alpha: 3, beta: null },
        branches: [branch("c", leaf(2), true), branch("d", undefined)],
      }),
    ],
  },
};

describe("the picture of a tree", () => {
  it("has room for what is open, and parents above the middle of their moves", () => {
    const all = layout(tree.root, () => true);
    expect([all.width, all.height, all.places.length]).toEqual([4, 3, 7]);
    const x = Object.fromEntries(all.places.map((place) => [place.path.join(""), place.x]));
    expect(x).toEqual({ "": 1.5, "1": 0.5, "1a": 0, "1b": 1, "2": 2.5, "2c": 2, "2d": 3 });
    const line = layout(tree.root, (key) => key === "" || key === "1");
    expect([line.width, line.places.length]).toEqual([3, 5]);
  });

  it("knows the way to every position, and which moves were cut off", () => {
    expect(inner(tree.root)).toEqual(["", "1", "2"]);
    expect(along(tree.best_line)).toEqual(["", "1", keyOf(["1", "b"])]);
    expect(at(tree.root, ["1", "b"]).node?.value).toBe(3);
    expect(at(tree.root, ["2", "d"])).toEqual({ node: undefined, branch: branch("d", undefined) });
  });
});

it("values are read as people write them", () => {
  expect([1_000, -1_000, 0, -2.5, 1 / 3].map((value) => valueText(value, tree))).toEqual([
    "win",
    "loss",
    "0",
    "−2.5",
    "0.33",
  ]);
  const two = at(tree.root, ["2"]).node as SearchNode;
  expect(shortValue(two, tree)).toBe("≤ 2");
  expect(boundsOf(two, tree)).toEqual({ alpha: "3", beta: "+∞" });
  expect(boundsOf(leaf(1), tree)).toBeNull();
});

describe("the page of search trees", { timeout: 60_000 }, () => {
  const asked: URLSearchParams[] = [];
  let answer: () => Response;

  beforeEach(() => {
    asked.length = 0;
    answer = () => Response.json(tree);
    vi.stubGlobal("fetch", async (path: string) => {
      const url = new URL(path, "http://localhost");
      if (url.pathname !== "/api/tree")
        return Response.json(url.pathname === "/api/games" ? [] : {}, { status: 404 });
      asked.push(url.searchParams);
      return answer();
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  it("begins with an example and tells its value, its line and what was cut off", async () => {
    render(TreePage, { start: null });
    await screen.findByText(/Yellow to move: value 3. 6 positions, 1 moves cut off. Best line: 1 b/);
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      game: "connect4",
      options: "3x4x3",
      depth: "3",
    });
    const outline = screen.getByRole("group", { name: "The tree, move by move" });
    expect(within(outline).getByText("cut off")).toBeTruthy();
    expect(within(outline).getByText("alpha 3, beta +∞")).toBeTruthy();
  });

  it("opens and closes positions, explains them, and looks ahead from one of them", async () => {
    render(TreePage, { start: null });
    const outline = await screen.findByRole("group", { name: "The tree, move by move" });
    await fireEvent.click(within(outline).getByRole("button", { name: "Close 2" }));
    expect(within(outline).queryByText("cut off")).toBeNull();
    await fireEvent.click(within(outline).getByRole("button", { name: "Open 2" }));
    await fireEvent.click(within(outline).getByText("cut off"));
    expect(screen.getByText(/alpha has reached beta/)).toBeTruthy();
    await fireEvent.click(within(outline).getByText("1"));
    expect(screen.getByText(/The other side decides and takes the least value/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Look ahead from here" }));
    expect(asked.at(-1)?.get("position")).toBe("one");
    const back = screen.getByRole<HTMLButtonElement>("button", { name: "Back" });
    await vi.waitFor(() => expect(back.disabled).toBe(false));
    await fireEvent.click(back);
    expect(asked.at(-1)?.get("position")).toBe("---/---/-O-/XXO");
  });

  it("begins with the position of its address, and tells why there is no tree", async () => {
    const sentence = "at depth 2 the tree has more than 2000 positions";
    answer = () => Response.json({ code: "settings", sentence }, { status: 400 });
    render(TreePage, { start: { game: "othello", options: "8x8", position: "a position" } });
    expect((await screen.findByRole("alert")).textContent).toContain("more than 2000 positions");
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      game: "othello",
      options: "8x8",
      position: "a position",
      depth: "2",
      alpha_beta: "false",
    });
  });
});
