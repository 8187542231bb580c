import { afterEach, expect, it, vi } from "vitest";
import { inWords } from "../shell/problems";
import { Refused } from "./connection";
import { change, get, record, replay } from "./http";

afterEach(() => vi.restoreAllMocks());

it.each([
  ["a question", () => get("/api/me")],
  ["a change", () => change("POST", "/api/sign-up", {})],
  ["a record", () => record("t1")],
  ["a replay", () => replay("record")],
])("%s that reaches nobody is refused in words, in both languages", async (_, ask) => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const refused = await ask().then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refused instanceof Refused)) throw new Error(`it failed otherwise: ${refused}`);
  expect(refused.problem.code).toBe("unavailable");
  expect(inWords(refused.problem, "en")).toBe("The server cannot be reached; try again in a moment.");
  expect(inWords(refused.problem, "de")).toBe(
    "Der Server ist nicht zu erreichen; bitte gleich noch einmal versuchen.",
  );
});
