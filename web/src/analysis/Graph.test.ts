import { fireEvent, render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import EvaluationBar from "./EvaluationBar.svelte";
import Graph from "./Graph.svelte";

const points = [
  { ply: 0, share: 25 },
  { ply: 4, share: 60 },
];
const graph = (n_lines: number) => {
  const tints = ["blue", "yellow", "red", "green"] as const;
  const names = ["Anna", "Bert", "Cleo", "Dora"];
  const lines = tints.slice(0, n_lines).map((tint, idx) => ({ tint, name: names[idx] ?? "", points }));
  const given = {
    label: "Chances",
    lines,
    colors: "deutan",
    paint: "",
    n_plies: 4,
    ply: 0,
    marked: [],
  } as const;
  return render(Graph, { ...given, marked: [], ongo: vi.fn() });
};

describe("the course of a round", () => {
  it("has the colors that somebody has chosen", () => {
    expect(graph(2).getByRole("img").getAttribute("data-colors")).toBe("deutan");
  });

  it("tells lines apart by dashes too, and says whose they are", () => {
    const { container, getAllByRole } = graph(4);
    const dashes = (lines: NodeListOf<SVGPathElement>) =>
      [...lines].map((line) => line.style.strokeDasharray);
    const drawn = dashes(container.querySelectorAll('[role="img"] .line'));
    expect(new Set(drawn).size).toBe(4);
    expect(dashes(container.querySelectorAll(".sample .line"))).toEqual(drawn);
    expect(getAllByRole("listitem").map((item) => item.textContent?.trim())).toEqual([
      "Anna",
      "Bert",
      "Cleo",
      "Dora",
    ]);
  });

  it("says what its height means, and what the position under the mouse is worth", async () => {
    const { container, getByRole, getByText } = render(Graph, {
      label: "Chances",
      lines: [{ tint: "blue", name: "Anna", points }],
      colors: "standard",
      paint: "",
      n_plies: 4,
      ply: 1,
      marked: [],
      scale: { top: "Anna better", middle: "even", bottom: "Bert better" },
      told: (ply) => `Move ${ply}`,
      ongo: vi.fn(),
    });
    getByText("Anna better");
    getByText("Bert better");
    const value = () => container.querySelector("[data-value]")?.textContent;
    expect(value()).toBe("Move 1");
    const drawing = getByRole("img");
    vi.spyOn(drawing, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 0, 400, 100));
    await fireEvent(drawing, new MouseEvent("pointermove", { clientX: 395, bubbles: true }));
    expect(value()).toBe("Move 3");
    await fireEvent(drawing, new MouseEvent("pointerleave"));
    expect(value()).toBe("Move 1");
  });

  it("needs no list for one line", () => {
    const { container, queryAllByRole } = graph(1);
    expect(container.querySelectorAll('[role="img"] .line')).toHaveLength(1);
    expect(queryAllByRole("listitem")).toEqual([]);
  });
});

describe("the bar", () => {
  it("has the colors that somebody has chosen, and names at its ends", () => {
    const { getByRole, container } = render(EvaluationBar, {
      share: 60,
      tint: "yellow",
      rest: "red",
      name: "Anna",
      restName: "Bert",
      colors: "mono",
      paint: "",
      label: "Anna 60 %",
      value: "60 %",
    });
    expect(getByRole("img").getAttribute("data-colors")).toBe("mono");
    expect([...container.querySelectorAll(".names span")].map((name) => name.textContent)).toEqual([
      "Anna",
      "Bert",
    ]);
  });
});
