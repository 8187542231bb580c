// The language of the page, which can change at any moment.

import { settings } from "../state/settings.svelte";
import { type Entry, type Language, say, type Values } from "./text";

/** The language in which the page speaks. */
export function language(): Language {
  if (settings.language !== "system") return settings.language;
  return navigator.language?.toLowerCase().startsWith("de") ? "de" : "en";
}

/** Says a text in the language of the page. */
export function t(entry: Entry, values?: Values): string {
  return say(language(), entry, values);
}

/** A number with so many decimals, as the language of the page writes it. */
export function decimal(value: number, digits: number): string {
  return value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
