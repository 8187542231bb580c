// Parts of the table page, each alone.

import { fireEvent, render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { Refused } from "../connection/connection";
import type { ChatLine, Moment, Person, Score } from "../protocol/messages";
import type { Played } from "../state/course";
import Chat from "./Chat.svelte";
import Face from "./Face.svelte";
import MatchHeader from "./MatchHeader.svelte";
import { readLength, standing } from "./match";
import { facesOf, lastRolls } from "./rolls";

describe("the chat", () => {
  const anna = { id: "anna", name: "Anna", guest: true } as unknown as Person;
  const bert = { id: "bert", name: "Bert", guest: true } as unknown as Person;
  const line = (kind: ChatLine["kind"], text: string, number: number): ChatLine =>
    ({ kind, text, number, time: number, channel: "lobby", from: anna }) as ChatLine;

  it("shows what people, the server and the connection say, and no markup of theirs", () => {
    const lines = [
      line("lobby", "hello <b>all</b>", 1),
      line("server", "the table begins", 2),
      line("error", "too long", 3),
      line("connection", "is connected", 4),
    ];
    const { getByRole, container } = render(Chat, { lines, onsay: async () => true });
    expect(getByRole("log").textContent).toContain("hello <b>all</b>");
    expect([...container.querySelectorAll(".lines p")].map((entry) => entry.className.split(" ")[0])).toEqual(
      ["lobby", "server", "error", "connection"],
    );
    expect(getByRole("log").textContent).toContain("is back");
  });

  it("sends to everybody by Enter, and to one person by the button, and keeps what was refused", async () => {
    const onsay = vi.fn<(text: string, to: Person | null) => Promise<unknown>>().mockResolvedValue({});
    const { getByLabelText, getByRole } = render(Chat, { lines: [], people: [bert], onsay });
    const field = getByLabelText("Message") as HTMLInputElement;
    await fireEvent.input(field, { target: { value: " hello " } });
    await fireEvent.submit(field.form as HTMLFormElement);
    expect(onsay).toHaveBeenLastCalledWith("hello", null);
    expect(field.value).toBe("");
    await fireEvent.change(getByLabelText("To"), { target: { value: "bert" } });
    onsay.mockRejectedValue(new Refused({ code: "not-found", sentence: "nobody is here by that name" }));
    await fireEvent.input(field, { target: { value: "psst" } });
    await fireEvent.click(getByRole("button", { name: "Send" }));
    expect(onsay).toHaveBeenLastCalledWith("psst", bert);
    expect(field.value).toBe("psst");
  });

  it("keeps speaking to the one who was chosen, also when they have gone elsewhere, until another one is", async () => {
    const onsay = vi.fn<(text: string, to: Person | null) => Promise<unknown>>().mockResolvedValue({});
    const { getByLabelText, queryByLabelText, rerender } = render(Chat, {
      lines: [],
      people: [anna, bert],
      onsay,
    });
    const list = () => getByLabelText("To") as HTMLSelectElement;
    await fireEvent.change(list(), { target: { value: "bert" } });
    await rerender({ lines: [], people: [], onsay });
    expect(list().value).toBe("bert");
    const field = getByLabelText("Message") as HTMLInputElement;
    await fireEvent.input(field, { target: { value: "psst" } });
    await fireEvent.submit(field.form as HTMLFormElement);
    expect(onsay).toHaveBeenLastCalledWith("psst", bert);
    await fireEvent.change(list(), { target: { value: "" } });
    expect(queryByLabelText("To")).toBeNull();
  });
});

describe("a die", () => {
  it.each([1, 2, 3, 4, 5, 6])("shows %d", (face) => {
    const { container } = render(Face, { face });
    const pips = [...container.querySelectorAll("circle")].map((pip) => [
      Number(pip.getAttribute("cx")),
      Number(pip.getAttribute("cy")),
    ]);
    expect(pips).toHaveLength(face);
    // A face looks the same from both sides.
    const turned = pips.map(([x = 0, y = 0]) => `${0 - x} ${0 - y}`).toSorted();
    expect(turned).toEqual(pips.map(([x, y]) => `${x} ${y}`).toSorted());
  });

  it("shows nothing for what is no face", () => {
    expect(render(Face, { face: 7 }).container.querySelectorAll("circle")).toHaveLength(0);
  });
});

describe("rolls", () => {
  const plays = (...texts: string[]): Played[] =>
    texts.map((text) => {
      const [seat, what = ""] = text.split(": ");
      return { seat: seat === "dice" ? null : Number(seat), text: what, spent: null };
    });

  it("belong to who plays after them", () => {
    const played = plays("dice: 31", "1: 8/5 6/5", "2: roll", "dice: 64", "2: 24/14", "dice: 55");
    expect([...lastRolls(played, 1)]).toEqual([
      [1, "55"],
      [2, "64"],
    ]);
    expect(lastRolls(played.slice(0, 3), 2)).toEqual(new Map([[1, "31"]]));
    expect(lastRolls([], null).size).toBe(0);
  });

  it("are two faces, whatever stands between them", () => {
    expect(facesOf("6-4")).toEqual([6, 4]);
  });
});

describe("the header of a match", () => {
  const score = (wins: number, points: number): Score => ({ wins, draws: 0, losses: 0, points });
  const show = (length: string, one: Score, two: Score) => {
    const moment = { round: 3, players: [1, 0], scores: [one, two] } as unknown as Moment;
    const seats = [
      { seat: 1, name: "White" },
      { seat: 2, name: "Black" },
    ];
    return render(MatchHeader, { moment, length, seats })
      .container.textContent?.replaceAll(/\s+/g, " ")
      .trim();
  };

  it("tells the round, the points of who sits where now, and what ends the match", () => {
    expect(show("points=7", score(1, 4), score(1, 2))).toBe("Round 3 2 : 4 first to 7 points");
    expect(show("endless", score(1, 1), score(1, 2))).toBe("Round 3 2 : 1 unlimited");
  });

  it("counts rounds where they decide, and tells their points as well if these differ", () => {
    expect(show("rounds=5", score(1, 1), score(1, 1))).toBe("Round 3 1 : 1 of 5");
    expect(show("best-of=5", score(2, 4), score(0, 0))).toBe("Round 3 0 : 2 Points 0 : 4 best of 5");
  });

  it("is not there for a single round", () => {
    expect(show("rounds=1", score(0, 0), score(0, 0))).toBe("");
    expect(readLength("nonsense")).toBeNull();
    expect(standing({ kind: "points", count: 3 }, undefined)).toBe(0);
  });
});
