// Values in a tree as people read them.

import { decimal, t } from "../i18n/language.svelte";
import type { SearchNode, SearchTree } from "../protocol/messages";
import { trees as texts } from "./texts";

/** A value by name where the game is won or lost, and with at most two decimals elsewhere. */
export function valueText(value: number, tree: SearchTree): string {
  if (tree.win_value <= value) return t(texts.win);
  if (value <= -tree.win_value) return t(texts.loss);
  const rounded = Math.round(value * 100) / 100;
  const digits = [0, 1, 2].find((n) => Number(rounded.toFixed(n)) === rounded) ?? 2;
  return decimal(rounded, digits).replace("-", "−");
}

/** The value of a position, with a sign where it is only a bound. */
export function shortValue(node: SearchNode, tree: SearchTree): string {
  const value = valueText(node.value, tree);
  return { exact: value, "at-least": `≥ ${value}`, "at-most": `≤ ${value}` }[node.bound];
}

/** The same in words. */
export function spokenValue(node: SearchNode, tree: SearchTree): string {
  const value = valueText(node.value, tree);
  return { exact: value, "at-least": t(texts.atLeast, { value }), "at-most": t(texts.atMost, { value }) }[
    node.bound
  ];
}

/** The bounds with which alpha-beta came to a position; nothing in plain minimax. */
export function boundsOf({ window }: SearchNode, tree: SearchTree): { alpha: string; beta: string } | null {
  if (!window) return null;
  const known = (bound: number | null, none: string) => (bound === null ? none : valueText(bound, tree));
  return { alpha: known(window.alpha, "−∞"), beta: known(window.beta, "+∞") };
}
