// The evaluations that can explain moves, with the ways to read them that can be switched on.

import type { GameCard, Text } from "../protocol/messages";

/** An evaluation: the text by which the server knows it, and what it is. */
export type Explaining = { text: string; about: Text };

/** The evaluations of a game; a switch of a player of the same name, such as `as-written`, makes another one. */
export function evaluationsOf(card: GameCard | undefined): Explaining[] {
  return (card?.evaluations ?? []).flatMap(({ name, about }) => {
    const groups = card?.players.find((player) => player.name === name)?.fields ?? [];
    const switches = groups.filter(({ fields }) => fields.length === 1 && fields[0]?.answers === "switch");
    return [{ text: name, about }, ...switches.map(({ pattern }) => ({ text: `${name}:${pattern}`, about }))];
  });
}
