import { render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { grid, props } from "../testing/board";
import Stage from "./Stage.svelte";

vi.mock(import("../boards/registry"), async (original) => ({
  ...(await original()),
  boardFor: () => Promise.reject(new TypeError("Failed to fetch dynamically imported module")),
}));

it("a board that could not be fetched is told of, with a way to fetch it again", async () => {
  render(Stage, { game: "nim", board: props(grid(3, 3)) });
  expect((await screen.findByRole("alert")).textContent).toContain("didn't load");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
});
