import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import Thinking from "./Thinking.svelte";

afterEach(() => vi.useRealTimers());

it("one sees that a computer player thinks, and for how long", async () => {
  vi.useFakeTimers();
  render(Thinking);
  const timer = screen.getByRole("timer");
  expect(timer.querySelector(".wheel")).not.toBeNull();
  expect(timer.textContent?.trim()).toBe("0 s");
  await vi.advanceTimersByTimeAsync(1_400);
  expect(timer.textContent?.trim()).toBe("1 s");
  expect(timer.getAttribute("aria-label")).toBe("Has been thinking for 1 second");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(timer.getAttribute("aria-label")).toBe("Has been thinking for 3 seconds");
});
