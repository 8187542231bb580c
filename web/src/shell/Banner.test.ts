import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, it } from "vitest";
import { server } from "../connection/server.svelte";
import Banner from "./Banner.svelte";

afterEach(() => {
  server.refusal = null;
  server.isLost = false;
});

it.each([
  [
    { code: "version" as const, sentence: "this server speaks version 2 of the protocol, not 1; update" },
    "The server is newer than this page; load it again.",
  ],
  [
    { code: "banned" as const, sentence: "you are banned from this server: spam; ask whoever runs it" },
    "You are banned from this server: spam; ask whoever runs it.",
  ],
])("who is turned away is told why, and not that the connection comes back: $code", (problem, sentence) => {
  server.refusal = problem;
  server.isLost = true;
  render(Banner);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain(sentence);
  expect(alert.textContent).not.toContain("by itself");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
});
