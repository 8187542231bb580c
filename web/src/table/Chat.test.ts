import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../connection/connection";
import type { ChatKind, ChatLine } from "../protocol/messages";
import Chat from "./Chat.svelte";
import ChatNews from "./ChatNews.svelte";

const BERT = { id: "b", name: "Bert", guest: true };
const line = (number: number, kind: ChatKind, text: string): ChatLine => ({
  number,
  kind,
  channel: "lobby",
  ...(kind === "server" ? {} : { from: BERT }),
  text,
  time: 1_000 * number,
});

describe("lines of chat", () => {
  it("of four kinds differ by a sign and a word besides their color", () => {
    const lines = [
      line(1, "table", "hello"),
      line(2, "server", "the match begins"),
      line(3, "error", "that is no move"),
      line(4, "connection", "is connected"),
    ];
    render(Chat, { lines, onsay: async () => true });
    const shown = [...document.querySelectorAll("[data-kind]")];
    const signs = shown.map((line) => line.querySelector(".sign")?.getAttribute("title") ?? null);
    expect(signs).toEqual([null, "Server", "Error", "Connection"]);
    const pictures = shown.map((line) => line.querySelector(".sign svg")?.innerHTML);
    expect(new Set(pictures).size).toBe(4);
    expect(shown.map((line) => line.className.split(" ")[0])).toEqual([
      "table",
      "server",
      "error",
      "connection",
    ]);
  });
});

describe("the field of the chat", () => {
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Message" });

  it("says by Enter what was written, in any letters, and is empty then", async () => {
    const onsay = vi.fn(async () => true);
    render(Chat, { lines: [], onsay });
    await fireEvent.input(field(), { target: { value: "Schöne Grüße! ♟ 你好" } });
    await fireEvent.submit(field().form as HTMLFormElement);
    expect(onsay).toHaveBeenCalledWith("Schöne Grüße! ♟ 你好", null);
    expect(field().value).toBe("");
  });

  it("tells as an error why the server did not take it, and keeps it", async () => {
    const problem = { code: "too-fast" as const, sentence: "too many lines; wait a few seconds" };
    render(Chat, { lines: [], onsay: () => Promise.reject(new Refused(problem)) });
    await fireEvent.input(field(), { target: { value: "again" } });
    await fireEvent.submit(field().form as HTMLFormElement);
    await waitFor(() =>
      expect(document.querySelector("[data-kind=error] .said")?.textContent).toBe(
        "Too many lines; wait a few seconds.",
      ),
    );
    expect(field().value).toBe("again");
  });

  it("states its limit, and what is left of it near the end", async () => {
    render(Chat, { lines: [], onsay: async () => true });
    expect(field().maxLength).toBe(500);
    const note = document.getElementById(field().getAttribute("aria-describedby") ?? "");
    expect(note?.textContent?.trim()).toBe("At most 500 characters");
    await fireEvent.input(field(), { target: { value: "x".repeat(499) } });
    expect(note?.textContent?.trim()).toBe("1 character left");
  });

  it("is left by Escape", async () => {
    render(Chat, { lines: [], onsay: async () => true });
    field().focus();
    await fireEvent.keyDown(field(), { key: "Escape" });
    expect(document.activeElement).toBe(document.body);
  });
});

describe("what is said while the chat is put away", () => {
  afterEach(() => vi.useRealTimers());

  it("appears, fades after a while, and can be kept", async () => {
    vi.useFakeTimers();
    const onpin = vi.fn();
    const before = line(1, "table", "long ago");
    const { rerender } = render(ChatNews, { lines: [before], onpin });
    expect(screen.queryByRole("group"), "what was there before is no news").toBeNull();
    await rerender({
      lines: [before, line(2, "table", "your move"), line(3, "connection", "is connected")],
      onpin,
    });
    expect(screen.getByRole("group").textContent).toContain("Bert your move");
    expect(screen.getByRole("group").textContent).not.toContain("is connected");
    await fireEvent.click(screen.getByRole("button", { name: "Keep open" }));
    expect(onpin).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(screen.queryByRole("group")).toBeNull();
  });

  it("is told to who wants the chat to open by itself, unless it was said before", async () => {
    const onnews = vi.fn();
    const before = line(1, "table", "long ago");
    const { rerender } = render(ChatNews, { lines: [before], onpin: vi.fn(), onnews });
    await rerender({ lines: [before, line(2, "connection", "is connected")], onpin: vi.fn(), onnews });
    expect(onnews).not.toHaveBeenCalled();
    await rerender({ lines: [before, line(3, "table", "your move")], onpin: vi.fn(), onnews });
    expect(onnews).toHaveBeenCalled();
  });
});
