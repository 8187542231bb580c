import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { router } from "../router.svelte";
import { settings } from "../state/settings.svelte";
import LeaveGame from "./LeaveGame.svelte";
import MainMenu from "./MainMenu.svelte";
import { menu } from "./menu.svelte";

window.scrollTo = () => {};

afterEach(() => {
  menu.close();
  router.hold = null;
  router.leave("/");
  settings.language = "system";
});

const lines = () => [...document.querySelectorAll<HTMLElement>("dialog li :is(a, button)")];

describe("the main menu", () => {
  it("opens by Escape, unless something nearer took the key", async () => {
    render(MainMenu);
    const nearer = (event: Event) => event.preventDefault();
    document.body.addEventListener("keydown", nearer);
    await fireEvent.keyDown(document.body, { key: "Escape" });
    await new Promise((done) => setTimeout(done));
    expect(menu.isOpen).toBe(false);
    document.body.removeEventListener("keydown", nearer);
    await fireEvent.keyDown(document.body, { key: "Escape" });
    await screen.findByRole("dialog", { name: "Menu" });
  });

  it("has every entry, walks by arrow keys in a circle, and goes where one chooses", async () => {
    render(MainMenu);
    menu.open();
    await screen.findByRole("dialog", { name: "Menu" });
    const names = lines().map((line) => line.textContent?.trim());
    for (const name of [
      "Continue",
      "New game",
      "Settings",
      "Help",
      "Manual",
      "Opening scene",
      "Play with people",
      "Connect to another server",
      "About Brettwerk",
      "Quit",
    ])
      expect(names).toContain(name);
    expect(document.activeElement).toBe(lines()[0]);
    const list = screen.getByRole("list");
    await fireEvent.keyDown(list, { key: "ArrowDown" });
    expect(document.activeElement).toBe(lines()[1]);
    await fireEvent.keyDown(list, { key: "ArrowUp" });
    await fireEvent.keyDown(list, { key: "ArrowUp" });
    expect(document.activeElement).toBe(lines().at(-1));
    await fireEvent.click(screen.getByRole("link", { name: "Settings" }));
    expect(router.path).toBe("/settings");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("opens the manual beside the game, which stays as it is", async () => {
    render(MainMenu);
    menu.open();
    const manual = await screen.findByRole<HTMLAnchorElement>("link", { name: "Manual" });
    expect([manual.pathname, manual.target]).toEqual(["/manual/", "_blank"]);
  });

  it("opens the German manual where German is spoken", async () => {
    settings.language = "de";
    render(MainMenu);
    menu.open();
    const manual = await screen.findByRole<HTMLAnchorElement>("link", { name: "Handbuch" });
    expect(manual.pathname).toBe("/manual/de/");
  });

  it("lets keys go no further while it is open", async () => {
    render(MainMenu);
    menu.open();
    const dialog = await screen.findByRole("dialog");
    const heard = vi.fn();
    window.addEventListener("keydown", heard);
    await fireEvent.keyDown(dialog, { key: "4" });
    // The focus is on nothing for a moment whenever it has gone around.
    await fireEvent.keyDown(document.body, { key: "4" });
    window.removeEventListener("keydown", heard);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe("a game with others", () => {
  const hold = { asks: ({ page }: { page: string }) => page === "new", giveUp: vi.fn(async () => true) };

  it("is kept when one answers that one stays", async () => {
    render(LeaveGame);
    router.leave("/table/one");
    router.hold = hold;
    router.go("/new");
    await screen.findByRole("dialog", { name: "Leave this game?" });
    expect(router.path).toBe("/table/one");
    await fireEvent.click(screen.getByRole("button", { name: "Keep playing" }));
    expect([router.path, router.wanted]).toEqual(["/table/one", null]);
    expect(hold.giveUp).not.toHaveBeenCalled();
  });

  it("is left, or given up, only after the question", async () => {
    render(LeaveGame);
    router.leave("/table/one");
    router.hold = hold;
    router.go("/new");
    await fireEvent.click(await screen.findByRole("button", { name: "Leave for now" }));
    expect(router.path).toBe("/new");
    expect(hold.giveUp).not.toHaveBeenCalled();
    router.leave("/table/one");
    router.go("/new");
    await fireEvent.click(await screen.findByRole("button", { name: "Resign and leave" }));
    await waitFor(() => expect(router.path).toBe("/new"));
    expect(hold.giveUp).toHaveBeenCalledOnce();
  });

  it("is no reason to ask where one only looks something up", () => {
    router.leave("/table/one");
    router.hold = hold;
    router.go("/help");
    expect([router.path, router.wanted]).toEqual(["/help", null]);
  });
});
