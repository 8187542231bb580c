import { expect, it } from "vitest";
import { tableIn, tableLink, withoutLink } from "./challenge";

it("a message leads to a table of this server and to no other place", () => {
  const text = `Anna invites you: ${tableLink("q7x2mzk4w9ab")}`;
  expect(tableIn(text)).toBe("/table/q7x2mzk4w9ab");
  expect(withoutLink(text)).toBe("Anna invites you:");
  expect(tableIn("http://elsewhere.example/table/q7x2mzk4w9ab")).toBeNull();
  expect(tableIn(`${location.origin}/table/../api/quit`)).toBeNull();
  expect(tableIn("hello")).toBeNull();
});
