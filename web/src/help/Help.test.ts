import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { grid } from "../testing/board";
import Help from "./Help.svelte";
import { CHAPTERS, KEYS } from "./texts";

describe("the help", () => {
  beforeEach(() => {
    const cards = CHAPTERS.map(({ id, title }) => ({
      id,
      name: title,
      variants: [{ options: "", name: title, seats: [], start: `start of ${id}` }],
    }));
    const drawing = { scene: grid(8, 8), moves: ["a1"] };
    vi.stubGlobal(
      "fetch",
      vi.fn(async (path: string) => Response.json(path === "/api/games" ? cards : drawing)),
    );
  });

  it("has a picture of the start of every game, described in words and out of reach of keys", async () => {
    const { container } = render(Help);
    for (const { id, start } of CHAPTERS) {
      const picture = await screen.findByRole("img", { name: start.en as string });
      expect(picture.closest("section")?.id).toBe(id);
    }
    for (const { example } of CHAPTERS) {
      if (example) await screen.findByRole("img", { name: example.about.en as string });
    }
    const n_pictures = CHAPTERS.length + CHAPTERS.filter(({ example }) => example).length;
    // The boards are loaded one by one, which takes its time on a busy machine.
    const isDrawn = () =>
      expect(container.querySelectorAll("figure [role=img] > div")).toHaveLength(n_pictures);
    await vi.waitFor(isDrawn, { timeout: 60_000 });
    const drawn = [...container.querySelectorAll<HTMLElement>("figure [role=img] > div")];
    expect(drawn.every((picture) => picture.hasAttribute("inert"))).toBe(true);
    const asked = vi.mocked(fetch).mock.calls.map(([path]) => String(path));
    expect(asked).toContainEqual(expect.stringContaining("position=start+of+othello"));
  }, 90_000);

  it("has advice for Othello about corners, what is beside them, edges, mobility, few discs, and passing", () => {
    const points = CHAPTERS.find(({ id }) => id === "othello")?.advice?.points ?? [];
    const [corners, beside, edges, mobility, discs, passing] = points.map(({ en, de }) => `${en} ${de}`);
    expect(corners).toMatch(/^Corners can never be flipped.* Ecken/);
    expect(beside).toMatch(/next to an empty corner.*neben einer leeren Ecke/s);
    expect(edges).toMatch(/^Edges.* Ränder/s);
    expect(mobility).toMatch(/Mobility.*Beweglichkeit/s);
    expect(discs).toMatch(/early disc count means little.*anfangs.*bedeutet wenig/s);
    expect(passing).toMatch(/^Near the end .*pass.*Gegen Ende .*Aussetzen/s);
  });

  it("says what sizes boards of Blokus may have, and what follows for the pieces", () => {
    const rules = CHAPTERS.find(({ id }) => id === "blokus")?.rules ?? [];
    const sizes = rules.find(({ en }) => /3 to 30/.test(String(en)));
    expect(String(sizes?.en)).toMatch(/below five.*never fit.*above 20 × 20 .*more of each piece/);
    expect(String(sizes?.de)).toMatch(/Unter fünf.*passen.*nie.*über 20 × 20 .*mehr von jedem Stein/);
  });

  it("names the keys that tables have: menu, hint, taking back, chat, and those of Blokus", () => {
    const named = KEYS.flatMap(({ keys }) => keys.map((key) => (typeof key === "string" ? key : key.en)));
    for (const key of ["Esc", "h", "⌫", "t", "←", "→", "↑", "↓", "Space"]) expect(named).toContain(key);
  });
});
