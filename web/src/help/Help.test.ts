import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { grid } from "../testing/board";
import Help from "./Help.svelte";
import { CHAPTERS } from "./texts";

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
    // The boards are loaded one by one, which takes its time on a busy machine.
    const isDrawn = () =>
      expect(container.querySelectorAll("figure [role=img] > div")).toHaveLength(CHAPTERS.length);
    await vi.waitFor(isDrawn, { timeout: 60_000 });
    const drawn = [...container.querySelectorAll<HTMLElement>("figure [role=img] > div")];
    expect(drawn.every((picture) => picture.hasAttribute("inert"))).toBe(true);
    const asked = vi.mocked(fetch).mock.calls.map(([path]) => String(path));
    expect(asked).toContainEqual(expect.stringContaining("position=start+of+othello"));
  }, 90_000);
});
