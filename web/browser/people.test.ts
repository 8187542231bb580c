// Following, muting, blocking and reporting people, and games over days.

import { expect, it } from "vitest";
import { violations } from "./accessibility";
import { Visitor } from "./visitor";

/** What somebody is called. */
const nameOf = async ({ page }: Visitor) =>
  ((await page.locator("header a.person span").textContent()) ?? "").trim();

/** Says something in the lobby. */
async function say({ page }: Visitor, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

it("who is muted is not read, and who is followed is listed", async () => {
  const [anna, bert] = [await Visitor.at("/lobby"), await Visitor.at("/lobby")];
  const name = await nameOf(bert);
  const words = `hello ${Date.now()}`;
  await say(bert, words);
  const line = anna.page.getByRole("log").getByText(words);
  await line.waitFor();
  await anna.page.getByRole("log").getByRole("button", { name, exact: true }).first().click();
  const dialog = anna.page.getByRole("dialog");
  expect(await violations(anna.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Mute" }).click();
  await line.waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Unmute" }).click();
  await line.waitFor();
  await dialog.getByRole("button", { name: "Follow" }).click();
  await dialog.getByRole("button", { name: "OK" }).click();
  const friends = anna.page.getByRole("region", { name: "Following" });
  await friends.getByText(name).waitFor();
  await friends.getByText("online").waitFor();
  // It is kept by the server.
  await anna.page.reload();
  await friends.getByText(name).waitFor();
  await bert.page.goto("/help");
  await bert.leave();
  await friends.getByText("offline").waitFor();
  await anna.leave();
});

it("who is blocked cannot be written to, and a report is sent from a profile", async () => {
  const [anna, bert] = [await Visitor.at("/lobby"), await Visitor.at("/lobby")];
  const name = await nameOf(bert);
  await anna.page.locator(".people").getByRole("link", { name, exact: true }).click();
  await anna.page.getByRole("button", { name: "Block" }).click();
  await anna.page.getByRole("button", { name: "Unblock" }).waitFor();
  await anna.page.getByRole("button", { name: "Report…" }).click();
  await anna.page.getByRole("combobox", { name: "Reason" }).selectOption("spam");
  await anna.page.getByRole("textbox", { name: /What happened/ }).fill("The same line again and again");
  expect(await violations(anna.page)).toEqual([]);
  await anna.page.getByRole("button", { name: "Send report" }).click();
  await anna.page.getByText("your report was sent").first().waitFor();
  await bert.page.getByRole("combobox", { name: "To" }).waitFor();
  const options = bert.page.getByRole("combobox", { name: "To" });
  await options.selectOption({ label: await nameOf(anna) });
  bert.forgive(/refused/);
  await say(bert, "are you there?");
  await bert.page
    .getByText("One of you has blocked the other")
    .or(bert.page.getByText("one of you has blocked the other"))
    .first()
    .waitFor();
  await Promise.all([anna.leave(), bert.leave()]);
});

it("a game with days per move is listed with the time that is left, and is left without a question", async () => {
  const [anna, bert] = [await Visitor.at("/new/connect4"), await Visitor.come()];
  const { page } = anna;
  await page.getByRole("spinbutton", { name: "Online players" }).fill("1");
  await page.getByRole("combobox", { name: "Clock" }).selectOption({ label: "3 days per move" });
  await page.getByRole("button", { name: "Start game" }).click();
  await page.waitForURL(/\/table\//);
  await bert.accept(await anna.invitation());
  await page.locator("[role=grid]").waitFor();
  await page.getByRole("timer").first().waitFor();
  const clocks = await page.getByRole("timer").allInnerTexts();
  expect(
    clocks.some((clock) => /^(3 d 0|2 d 23) h$/.test(clock)),
    clocks.join(),
  ).toBe(true);
  // Nobody is asked before such a game is left.
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Play", exact: true })
    .click();
  await page.getByText("Your turn: 3 days left").or(page.getByText("Their turn")).first().waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await Promise.all([anna.leave(), bert.leave()]);
});
