import { fireEvent, render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { Chair } from "../protocol/messages";
import type { Complaint, Table } from "../state/table.svelte";
import WaitingRoom from "./WaitingRoom.svelte";

const person = (name: string): Chair =>
  ({ sitter: { person: { id: name, name, guest: true } } }) as unknown as Chair;
const free = (): Chair => ({ sitter: null }) as unknown as Chair;

/** The room of a table of four colors, seen by somebody who sits on these chairs. */
function room(chairs: Chair[], myChairs: number[], complaint: Complaint | null = null) {
  const [sit, seatEngine] = [vi.fn(), vi.fn()];
  const agreed = {
    game: "othello",
    options: "",
    clock: "none",
    rated: false,
    host: { id: "Anna", name: "Anna" },
  };
  const snapshot = { summary: { chairs, locked: false, ...agreed }, manual_start: true, invite: "word" };
  const table = { snapshot, myChairs, sit, seatEngine, complaint } as unknown as Table;
  return {
    sit,
    seatEngine,
    ...render(WaitingRoom, { table, seatNames: ["Blue", "Yellow", "Red", "Green"] }),
  };
}

describe("who waits for others", () => {
  it("sees how many have come", async () => {
    const { getByRole, unmount } = room([person("Anna"), free(), free(), free()], [0]);
    expect(getByRole("status").textContent).toBe("1 of 4 players is here.");
    unmount();
    const later = room([person("Anna"), person("Bert"), free(), person("Cleo")], [0]);
    expect(later.getByRole("status").textContent).toBe("3 of 4 players are here.");
  });

  it("takes one seat who has none", async () => {
    const { getAllByRole, sit } = room([person("Anna"), free(), person("Bert"), free()], []);
    const seats = getAllByRole("button", { name: "Sit here" });
    expect(seats).toHaveLength(2);
    await fireEvent.click(seats[1] as HTMLElement);
    expect(sit).toHaveBeenCalledExactlyOnceWith(3, undefined);
  });

  it("is invited by whoever made the table, with what is to be known, and plays by one press", async () => {
    const { getByRole, getByText, sit } = room([person("Anna"), free()], []);
    getByRole("heading", { name: "Anna invites you to othello" });
    getByText("No clock", { exact: false });
    await fireEvent.click(getByRole("button", { name: "Play" }));
    expect(sit).toHaveBeenCalledExactlyOnceWith(undefined, undefined);
  });

  it("leaves the others to people who come and to computers who has one", async () => {
    const { getAllByRole, queryByRole, seatEngine } = room([person("Anna"), free(), free(), free()], [0]);
    expect(queryByRole("button", { name: "Sit here" })).toBeNull();
    await fireEvent.click(getAllByRole("button", { name: /computer/i })[0] as HTMLElement);
    expect(seatEngine).toHaveBeenCalledOnce();
    expect(seatEngine.mock.lastCall?.[0]).toBe(1);
  });

  it("is told why a seat is refused", () => {
    const problem = { code: "password" as const, sentence: "the password is not right" };
    const { getByRole } = room([person("Anna"), free(), free(), free()], [], { problem, at: 0 });
    expect(getByRole("alert").textContent).toBe("The password is not right.");
  });

  it("cannot sit down where four play", () => {
    const { queryByRole } = room(["Anna", "Bert", "Cleo", "Dora"].map(person), []);
    expect(queryByRole("button", { name: "Sit here" })).toBeNull();
  });
});
