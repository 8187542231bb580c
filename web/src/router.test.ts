import { expect, it } from "vitest";
import { routeOf } from "./router.svelte";

it.each([
  ["/", { page: "home" }],
  ["/lobby", { page: "lobby" }],
  ["/table/q7x2mzk4w9ab", { page: "table", id: "q7x2mzk4w9ab" }],
  ["/invite/h4k9", { page: "invite", invite: "h4k9" }],
  ["/new", { page: "new", game: null }],
  ["/new/othello", { page: "new", game: "othello" }],
  ["/replay/q7x2", { page: "replay", table: "q7x2" }],
  ["/profile", { page: "profile", id: null }],
  ["/settings/", { page: "settings" }],
  ["/table", { page: "missing" }],
  ["/lobby/more", { page: "missing" }],
  ["/table/a/b", { page: "missing" }],
  ["/table/%E0%A4%A", { page: "table", id: "%E0%A4%A" }],
])("%s is a page", (path, route) => {
  expect(routeOf(path)).toEqual(route);
});
