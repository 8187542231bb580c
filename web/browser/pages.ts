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
  "/learn/backgammon",
  "/puzzles",
  "/puzzles/othello/mistakes",
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
