// Two people at one table: chat, a lost connection, two tabs, and another game.

import { expect, it } from "vitest";
import type { Message } from "../src/protocol/messages";
import { DESKTOP, Visitor } from "./visitor";

it("two people play, talk, lose the connection in between, and play again", async () => {
  const [anna, bert] = await Visitor.two();
  await anna.page.keyboard.press("4");
  await bert.untilPlayed(1);
  // Keys belong to what has the focus: a column typed into the chat is no move.
  await bert.page.getByRole("textbox", { name: "Message" }).press("4");
  expect(await bert.page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("4");
  expect(await bert.played()).toBe(1);
  await bert.say("<b>Hello</b> & good luck");
  await anna.page.getByText("<b>Hello</b> & good luck", { exact: true }).waitFor();

  // Bert moves while his network is gone: the move is drawn at once, kept, and sent once when it is back.
  await bert.page.context().setOffline(true);
  await bert.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await bert.page.locator('[data-column="4"]').nth(3).click();
  await bert.page.locator(".disc.pending").waitFor();
  await bert.page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor();
  expect(await anna.played()).toBe(1);
  await bert.page.context().setOffline(false);
  await anna.untilPlayed(2);
  await bert.page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor({ state: "detached" });
  await bert.untilPlayed(2);
  expect(await bert.played()).toBe(2);

  for (const [ply, column] of ["4", "5", "4", "5", "4"].entries()) {
    await (ply % 2 === 0 ? anna : bert).page.keyboard.press(column);
    for (const visitor of [anna, bert]) await visitor.untilPlayed(ply + 3);
  }
  await anna.page.getByText("You win!").first().waitFor();
  expect(await bert.status()).not.toContain("You win");
  await anna.say("well played");
  await bert.page.getByText("well played", { exact: true }).waitFor();

  const before = anna.page.url();
  await anna.page.getByRole("button", { name: "Rematch" }).click();
  await anna.page.waitForURL((url) => url.href !== before);
  await bert.page.getByRole("button", { name: "Rematch" }).click();
  for (const { page } of [anna, bert]) await page.locator("[role=grid]").waitFor();
  expect(new URL(anna.page.url()).pathname).toBe(new URL(bert.page.url()).pathname);
  await bert.page.getByText("Your turn").first().waitFor();
  bert.errors.splice(
    0,
    bert.errors.length,
    ...bert.errors.filter((error) => !/ERR_INTERNET_DISCONNECTED/.test(error)),
  );
  await Promise.all([anna.leave(), bert.leave()]);
});

it("two tabs of one person stay in step, and others can watch", async () => {
  const anna = await Visitor.playing("Connect Four", "Pass and play");
  const tab = await anna.page.context().newPage();
  await tab.goto(anna.page.url());
  await tab.locator("[role=grid]").waitFor();
  const watcher = await Visitor.come(DESKTOP);
  await watcher.page.goto(new URL(anna.page.url()).pathname);
  await watcher.page.getByText("You're watching").waitFor();
  await tab.keyboard.press("3");
  await anna.untilPlayed(1);
  await watcher.untilPlayed(1);
  await anna.page.keyboard.press("4");
  await tab.waitForFunction(() => document.querySelectorAll("[data-panel=moves] li button").length === 2);
  await Promise.all([anna.leave(), watcher.leave()]);
});

it("who begins to watch at the moment of a move misses none", async () => {
  const anna = await Visitor.playing("Connect Four", "Pass and play");
  await anna.page.keyboard.press("3");
  await anna.untilPlayed(1);
  const watcher = await Visitor.come();
  // A slow line: the question for what has happened reaches the server only after the next move was told.
  let ask = () => {};
  await watcher.page.routeWebSocket("**/ws", (socket) => {
    const table = socket.connectToServer();
    socket.onMessage((text) => {
      if (!String(text).includes('"since"')) table.send(text);
      else ask = () => table.send(text);
    });
  });
  const news = watcher.page.waitForEvent("websocket").then((socket) =>
    socket.waitForEvent("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload)) as Message;
      return message.type === "events";
    }),
  );
  await watcher.page.goto(new URL(anna.page.url()).pathname);
  await watcher.page.getByText("You're watching").waitFor();
  await anna.page.keyboard.press("4");
  await news;
  ask();
  await watcher.untilPlayed(2);
  expect(await watcher.page.locator("[data-panel=moves] li .text").allTextContents()).toEqual(["3", "4"]);
  await Promise.all([anna.leave(), watcher.leave()]);
});

it("a match is looked at again, move by move, while it goes on and afterwards", async () => {
  const anna = await Visitor.playing("Connect Four", "Pass and play");
  for (const [ply, column] of ["4", "5", "4", "5", "4", "5"].entries()) {
    await anna.page.keyboard.press(column);
    await anna.untilPlayed(ply + 1);
  }
  await anna.page.locator("[data-panel=moves] li button").nth(1).click();
  await anna.page.getByText("Move 2").waitFor();
  await anna.page.waitForFunction(() => document.querySelectorAll(".disc").length === 2);
  await anna.page.getByRole("button", { name: "Back to live" }).click();
  await anna.page.keyboard.press("4");
  await anna.page.locator(".result").getByRole("link", { name: "Analyze" }).click();
  await anna.page.getByRole("slider").waitFor();
  await anna.page.getByRole("button", { name: "Go to end" }).click();
  await anna.page.waitForFunction(() => document.querySelectorAll(".disc").length === 7);
  await anna.page.keyboard.press("ArrowLeft");
  await anna.page.waitForFunction(() => document.querySelectorAll(".disc").length === 6);
  await anna.leave();
});

it("people say things to each other alone, wherever they are", async () => {
  const anna = await Visitor.come();
  const bert = await Visitor.come();
  const name = async ({ page }: Visitor) => {
    await page.goto("/lobby");
    return (await page.locator(".people li", { hasText: "(you)" }).getByRole("link").textContent()) ?? "";
  };
  const annas = await name(anna);
  const berts = await name(bert);
  // Who comes can be chosen at once.
  await anna.page.getByLabel("To", { exact: true }).selectOption({ label: berts });
  await bert.page.goto("/settings");
  await bert.page.locator("header").getByText(berts).waitFor();
  await anna.say("between you and me");
  await anna.page.getByText(`to ${berts}:`).waitFor();
  const news = bert.page.getByRole("status").filter({ hasText: `Message from ${annas}:` });
  await news.getByText("between you and me").waitFor();
  await news.getByRole("link", { name: "Reply" }).click();
  await bert.page.getByText("to you:").waitFor();
  expect(await news.count()).toBe(0);
  await bert.page.getByLabel("To", { exact: true }).selectOption({ label: annas });
  await bert.page.getByRole("textbox", { name: "Message" }).fill("agreed");
  await bert.page.getByRole("button", { name: "Send" }).click();
  await anna.page.getByText("agreed", { exact: true }).waitFor();
  for (const { page } of [anna, bert]) expect(await page.locator(".private .said").count()).toBe(2);
  for (const visitor of [anna, bert]) await visitor.leave();
});

it("in the waiting room one sees who is there and talks, and Enter begins nothing", async () => {
  const anna = await Visitor.playing("Connect Four", "A friend");
  const invitation = await anna.invitation();
  await anna.say("come in");
  await anna.page.getByText("come in", { exact: true }).waitFor();
  expect(await anna.page.locator("[role=grid]").count()).toBe(0);
  const bert = await Visitor.come();
  await bert.page.goto(invitation);
  await bert.page.getByText("come in", { exact: true }).waitFor();
  await bert.page.locator(".room li b").first().waitFor();
  await bert.say("gladly");
  await anna.page.getByText("gladly", { exact: true }).waitFor();
  for (const { page } of [anna, bert]) expect(await page.locator("[role=grid]").count()).toBe(0);
  for (const visitor of [anna, bert]) await visitor.leave();
});

it("the list of people to write to follows who logs in and who goes", async () => {
  const anna = await Visitor.come();
  await anna.page.goto("/lobby");
  const bert = await Visitor.come();
  await bert.page.goto("/lobby");
  const guest =
    (await bert.page.locator(".people li", { hasText: "(you)" }).getByRole("link").textContent()) ?? "";
  const option = (name: string) =>
    anna.page.getByLabel("To", { exact: true }).locator("option", { hasText: name });
  await option(guest).waitFor({ state: "attached" });

  const name = `Bert ${Math.random().toString(36).slice(2, 8)}`;
  await bert.page.goto("/profile");
  await bert.page.getByLabel("Name", { exact: true }).fill(name);
  await bert.page.getByLabel("Password").fill("a long enough password");
  await bert.page.locator("form").getByRole("button", { name: "Sign up" }).click();
  await bert.page.getByRole("button", { name: "Log out", exact: true }).waitFor();
  await bert.page.goto("/lobby");
  await option(name).waitFor({ state: "attached" });
  expect(await option(guest).count()).toBe(0);

  await bert.page.goto("/profile");
  await bert.page.getByRole("button", { name: "Log out", exact: true }).click();
  await bert.page.goto("/lobby");
  await option(name).waitFor({ state: "detached" });
  const again =
    (await bert.page.locator(".people li", { hasText: "(you)" }).getByRole("link").textContent()) ?? "";
  await option(again).waitFor({ state: "attached" });
  await bert.leave();
  await option(again).waitFor({ state: "detached" });
  await anna.leave();
});

it("a table without anybody of one's own is waited at together, and watched by as many as like", async () => {
  const anna = await Visitor.come();
  await anna.page.goto("/new/connect4");
  for (const seat of [1, 2]) await anna.page.getByLabel(new RegExp(`^Seat ${seat}`)).selectOption("open");
  await anna.page.getByRole("button", { name: "Start game" }).click();
  await anna.page.getByText("0 of 2 players are here.").waitFor();
  const address = new URL(anna.page.url()).pathname;
  const others = await Promise.all(Array.from({ length: 5 }, () => Visitor.come()));
  for (const { page } of others) await page.goto(address);
  const [bert, carl, ...watchers] = others;
  if (!bert || !carl) throw new Error("five have come");
  await bert.page.getByRole("button", { name: "Sit here" }).first().click();
  for (const { page } of [anna, ...watchers]) await page.getByText("1 of 2 players is here.").waitFor();
  await carl.page.getByRole("button", { name: "Sit here" }).first().click();
  for (const { page } of [anna, ...watchers]) await page.getByText("You're watching").waitFor();
  await bert.page.locator("[role=grid]").waitFor();
  await bert.page.keyboard.press("4");
  for (const visitor of [anna, ...watchers]) await visitor.untilPlayed(1);
  for (const visitor of [anna, ...others]) await visitor.leave();
});

it("who looks for somebody does so on every page, also after a loss of the connection, and is led to the table", async () => {
  const [anna, bert] = [await Visitor.at("/lobby"), await Visitor.at("/lobby")];
  const seek = async ({ page }: Visitor) => {
    await page.locator(".seek select").first().selectOption("othello");
    await page.locator(".seek select").last().selectOption("none");
    await page.getByRole("button", { name: "Find opponent" }).click();
  };
  await seek(anna);
  await anna.page.getByRole("button", { name: "Stop" }).waitFor();
  await anna.page.getByRole("link", { name: "Watch" }).click();
  const sign = anna.page.getByRole("group", { name: "Finding an opponent" });
  await sign.getByText("Othello: finding an opponent …").waitFor();
  await anna.page.context().setOffline(true);
  await anna.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await anna.page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor();
  await anna.page.context().setOffline(false);
  await anna.page.getByRole("alert").waitFor({ state: "detached" });
  // A page that is loaded anew goes on with it.
  await anna.page.reload();
  await sign.getByText("Othello: finding an opponent …").waitFor();
  await bert.page.getByText("is looking for an opponent").waitFor();
  await seek(bert);
  for (const { page } of [anna, bert]) {
    await page.waitForURL("**/table/*");
    await page.getByText("Opponent found – game on!").first().waitFor();
    await page.locator("[role=grid]").waitFor();
  }
  expect(await sign.count()).toBe(0);
  anna.forgive(/ERR_INTERNET_DISCONNECTED/);
  for (const visitor of [anna, bert]) await visitor.leave();
});
