import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatLine, Relations } from "../protocol/messages";
import { relations } from "../state/relations.svelte";
import Chat from "../table/Chat.svelte";
import Friends from "./Friends.svelte";
import PersonActions from "./PersonActions.svelte";

const bert = { id: "bert", name: "Bert", guest: true };
const carl = { id: "carl", name: "Carl", guest: true };

/** A server that keeps relations and reports. */
function serve(kept: Partial<Relations> = {}): { asked: [string, string, unknown][] } {
  const asked: [string, string, unknown][] = [];
  vi.stubGlobal("fetch", async (path: string, how?: RequestInit) => {
    const method = how?.method ?? "GET";
    asked.push([method, path, how?.body ? JSON.parse(String(how.body)) : undefined]);
    if (method !== "GET") return new Response(null, { status: 204 });
    return new Response(JSON.stringify({ follow: [], mute: [], block: [], ...kept }));
  });
  return { asked };
}

const line = (from: typeof bert, text: string): ChatLine => ({
  number: text.length,
  kind: "lobby",
  channel: "lobby",
  from,
  text,
  time: 0,
});

beforeEach(async () => {
  serve();
  await relations.refresh();
});
afterEach(() => vi.unstubAllGlobals());

describe("what one decides about a person", () => {
  it("is told to the server and can be taken back", async () => {
    const { asked } = serve();
    render(PersonActions, { person: bert });
    await fireEvent.click(screen.getByRole("button", { name: "Block" }));
    await fireEvent.click(await screen.findByRole("button", { name: "Unblock" }));
    await screen.findByRole("button", { name: "Block" });
    expect(asked).toEqual([
      ["POST", "/api/me/relations", { user: "bert", kind: "block" }],
      ["DELETE", "/api/me/relations", { user: "bert", kind: "block" }],
    ]);
  });

  it("may be a report, with the table at which they met", async () => {
    const { asked } = serve();
    render(PersonActions, { person: bert, table: "t1" });
    await fireEvent.click(screen.getByRole("button", { name: "Report…" }));
    await fireEvent.change(screen.getByRole("combobox", { name: "Reason" }), {
      target: { value: "cheating" },
    });
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "no loss in a week" } });
    await fireEvent.click(screen.getByRole("button", { name: "Send report" }));
    await screen.findByText("Thanks – your report was sent.");
    const report = { user: "bert", reason: "cheating", text: "no loss in a week", table: "t1" };
    expect(asked).toEqual([["POST", "/api/reports", report]]);
  });
});

it("lines of those who are muted or blocked are not shown", async () => {
  serve({ mute: [bert] });
  await relations.refresh();
  render(Chat, { lines: [line(bert, "buy this"), line(carl, "good luck")], onsay: async () => true });
  expect(screen.queryByText("buy this")).toBeNull();
  screen.getByText("good luck");
  serve();
  await relations.refresh();
  await screen.findByText("buy this");
});

it("those whom one follows are listed, who is here first", async () => {
  serve({ follow: [bert, carl] });
  await relations.refresh();
  render(Friends, { here: [carl] });
  const names = () => screen.getAllByRole("link").map((link) => link.textContent);
  await waitFor(() => expect(names()).toEqual(["Carl", "Bert"]));
  screen.getByText("online");
  screen.getByText("offline");
});
