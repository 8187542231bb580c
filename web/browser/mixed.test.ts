// At one table of ours: a person in a browser, somebody who comes by an original protocol, and a watcher.

import { afterAll, beforeAll, it } from "vitest";
import { Guest } from "./guest";
import { type Originals, startOriginals } from "./originals";
import { DESKTOP, Visitor } from "./visitor";

let server: Originals;

beforeAll(async () => {
  server = await startOriginals(["--praktikum-wait", "60", "--freebloks-game", "duo"]);
});
afterAll(() => server.stop());

/** Somebody with a browser on the server itself. */
const come = () => Visitor.come({ ...DESKTOP, baseURL: server.address });

/** The table that a client has made is found in the lobby; a person sits down there, and somebody else watches. */
async function sitDownWith(shown: string | RegExp): Promise<[Visitor, Visitor]> {
  const [anna, watcher] = [await come(), await come()];
  await anna.page.goto("/lobby");
  const link = anna.page.locator("li", { hasText: shown }).locator("a[href^='/table/']").first();
  const address = (await link.getAttribute("href")) ?? "";
  for (const { page } of [anna, watcher]) await page.goto(address);
  await anna.page.getByRole("button", { name: "Sit here" }).first().click();
  return [anna, watcher];
}

/** Both play the first move there is in turn, until so many are listed everywhere. */
async function playTogether(anna: Visitor, guest: Guest, watcher: Visitor, count: number): Promise<void> {
  const type = async (move: string) => {
    const field = anna.page.getByLabel("Type a move");
    await field.fill(move);
    await field.press("Enter");
  };
  for (let tries = 0; (await watcher.played()) < count && tries < 3_000; tries++) {
    const [own] = anna.moves;
    const [others] = guest.moves;
    const dice = anna.page.locator(".area button.dice:enabled");
    if (own && (await anna.status()).includes("Your turn")) {
      anna.moves = [];
      await type(own);
    } else if (others) {
      const before = guest.view;
      await guest.play(others);
      await guest.see((now) => now !== before);
    } else if (await dice.isVisible()) await dice.click();
    else await anna.page.waitForTimeout(20);
  }
  for (const visitor of [anna, watcher]) await visitor.untilPlayed(count);
  await guest.see(() => guest.n_played >= count);
}

async function talk(anna: Visitor, guest: Guest, watcher: Visitor): Promise<void> {
  await anna.page.getByRole("textbox", { name: "Message" }).fill("good luck");
  await anna.page.getByRole("textbox", { name: "Message" }).press("Enter");
  await guest.page.getByRole("log").getByText("good luck").waitFor();
  await watcher.page.getByText("good luck", { exact: true }).waitFor();
  await guest.page.getByRole("textbox", { name: "Message" }).fill("you too");
  await guest.page.getByRole("button", { name: "Send" }).click();
  await anna.page.getByText("you too", { exact: true }).first().waitFor();
}

it("backgammon of 2006 is played, talked about and watched", async () => {
  const guest = await Guest.at(server, "welfenlab", { name: "carla" });
  await guest.page.getByRole("button", { name: "Create a game" }).click();
  await guest.page.getByRole("heading", { name: /You're in game/ }).waitFor();
  const [anna, watcher] = await sitDownWith("carla");
  await guest.page.getByText("against").waitFor();
  await guest.page.getByRole("button", { name: "Start the round" }).click();
  await anna.page.locator("[role=grid]").first().waitFor();
  await talk(anna, guest, watcher);
  await playTogether(anna, guest, watcher, 6);
  for (const visitor of [guest, anna, watcher]) await visitor.leave();
});

it("Blokus of Freebloks is played, talked about and watched", async () => {
  const guest = await Guest.at(server, "freebloks", { name: "Ada" });
  await guest.page.getByRole("button", { name: "Play Orange" }).click();
  await guest.page.getByText("Ada (you)").waitFor();
  const [anna, watcher] = await sitDownWith("Ada");
  // Who begins before the other has sat down plays against a computer.
  await guest.see(({ place }) => place.type === "room" && place.clients > 1);
  await guest.page.getByRole("button", { name: "Start game", exact: true }).click();
  await anna.page.locator("[role=grid]").first().waitFor();
  await talk(anna, guest, watcher);
  await playTogether(anna, guest, watcher, 6);
  for (const visitor of [guest, anna, watcher]) await visitor.leave();
});

it("Connect Four of the course, which has no words, is played and watched", async () => {
  const guest = await Guest.at(server, "praktikum");
  const [anna, watcher] = await sitDownWith(/Connect Four/);
  await anna.page.locator("[role=grid]").first().waitFor();
  await playTogether(anna, guest, watcher, 6);
  for (const visitor of [guest, anna, watcher]) await visitor.leave();
});
