// Light or dark: as chosen, or as the system is.

import { settings } from "../state/settings.svelte";

const dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;
let systemIsDark = $state(dark?.matches ?? false);
dark?.addEventListener("change", (event) => {
  systemIsDark = event.matches;
});

/** Whether the page is dark. */
export function isDark(): boolean {
  return settings.appearance === "system" ? systemIsDark : settings.appearance === "dark";
}

/** Makes the document look as it was chosen. */
export function keepAppearance(): void {
  $effect(() => {
    const { dataset } = document.documentElement;
    if (settings.appearance === "system") delete dataset.appearance;
    else dataset.appearance = settings.appearance;
  });
}
