// Runs before the first paint, so that a chosen theme does not flash up late.
try {
  const chosen = JSON.parse(localStorage.getItem("brettwerk.settings") || "{}").appearance;
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.appearance = chosen;
} catch {
  // Without storage the page follows the system.
}
