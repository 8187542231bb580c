// Every page that anybody can open without anything having happened before.

export const PAGES = [
  "/",
  "/lobby",
  "/watch",
  "/leaderboard",
  "/tournaments",
  "/new",
  "/replay",
  "/analysis",
  "/profile",
  "/settings",
  "/about",
  "/help",
  "/elsewhere",
  "/workshop",
  "/tree",
  "/goodbye",
  "/nowhere/at/all",
];
