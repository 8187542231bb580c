import { render } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import type { Share } from "../protocol/messages";
import { UNKNOWN_DICE } from "../state/fair-dice";
import FairDice from "./FairDice.svelte";

const nonce: Share = { nonce: "00" };
const committed = { ...UNKNOWN_DICE, commitment: "c0" };
const show = (change: Partial<typeof committed>, isWithout = false) =>
  render(FairDice, { dice: { ...committed, ...change }, record: "/api/tables/t1/record", isWithout });
const rolls = (...all: Share[][]) => new Map(all.map((shares, idx) => [`1 ${idx + 1}`, shares]));

describe("the line about fair dice", () => {
  it("says that rolls can be checked, and whose part was in them", () => {
    const { container } = show({ shares: rolls([nonce, nonce]) });
    expect(container.textContent).toContain("you can check every roll");
    expect(container.textContent).toContain("Every player contributed to every roll");
    expect(container.querySelector("a")).toBeNull();
  });

  it("does not speak of persons where only computers play", () => {
    const { container } = show({ shares: rolls(["engine", "engine"]) });
    expect(container.textContent).toContain("you can check every roll");
    expect(container.textContent).not.toContain("Every player");
  });

  it("counts rolls in which a value took somebody's place", () => {
    const { container } = show({ shares: rolls([nonce, "late"], [nonce, nonce], ["none", nonce]) });
    expect(container.textContent).toContain("In 2 rolls");
  });

  it("does not speak of people where only computers play", () => {
    const { container } = show({ shares: rolls(["engine", "engine"]) });
    expect(container.textContent).toContain("you can check every roll");
    expect(container.textContent).not.toContain("Every player");
  });

  it("tells why a page has no part", () => {
    expect(show({ shares: rolls(["none", nonce]) }, true).container.textContent).toContain("https");
  });

  it("offers the record and the check when the match is over", () => {
    const { container } = show({ isRevealed: true, shares: rolls([nonce, "engine"]) });
    expect(container.textContent).toContain("brett verify game.brett");
    expect(container.querySelector("a")?.getAttribute("href")).toBe("/api/tables/t1/record");
  });
});
