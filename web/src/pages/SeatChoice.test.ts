// A computer player on a seat, with the options that it asks for.

import { fireEvent, render } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { ChairChoice, GameCard } from "../protocol/messages";
import SeatChoice from "./SeatChoice.svelte";

const same = (text: string) => ({ en: text, de: text });
const card = {
  id: "othello",
  has_chance: false,
  min_level: 1,
  max_level: 10,
  players: [
    {
      name: "denkmaschine-2014",
      about: same("of 2014"),
      fields: [
        {
          pattern: "depth={depth}",
          fields: [
            {
              name: "depth",
              label: same("depth"),
              answers: { number: { least: 1, most: 20, step: 1, usual: 5 } },
            },
          ],
        },
        {
          pattern: "evaluation={evaluation}",
          fields: [
            {
              name: "evaluation",
              label: same("evaluation"),
              answers: {
                choice: [
                  ["2", same("squares and moves")],
                  ["0", same("discs")],
                ],
              },
            },
          ],
        },
        {
          pattern: "as-written",
          fields: [{ name: "as-written", label: same("as written"), answers: "switch" }],
        },
      ],
      weights: [],
    },
  ],
} as unknown as GameCard;

it("asks for whatever options a player declares, and writes those that are not as usual", async () => {
  const onchoose = vi.fn<(choice: ChairChoice) => void>();
  const { getByLabelText } = render(SeatChoice, { label: "Seat 2", card, usual: "level3", onchoose });
  const chosen = () => {
    const [choice] = onchoose.mock.lastCall ?? [];
    return typeof choice === "object" && "engine" in choice ? choice.engine : choice;
  };
  expect(chosen()).toBe("level3");
  await fireEvent.change(getByLabelText("Seat 2"), { target: { value: "denkmaschine-2014" } });
  expect(chosen()).toBe("denkmaschine-2014");
  await fireEvent.input(getByLabelText("Depth"), { target: { value: "3" } });
  await fireEvent.change(getByLabelText("Evaluation"), { target: { value: "0" } });
  await fireEvent.click(getByLabelText("As written"));
  expect(chosen()).toBe("denkmaschine-2014:depth=3,evaluation=0,as-written");
  await fireEvent.change(getByLabelText("Seat 2"), { target: { value: "level5" } });
  expect(chosen()).toBe("level5");
});
