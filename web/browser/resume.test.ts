// A server that is killed in the middle of a game: the page comes back by itself, and nothing is missing.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { start } from "./server";
import { DESKTOP, Visitor } from "./visitor";

it("after kill -9 the list of moves is complete again, and the game goes on", async () => {
  const data = mkdtempSync(join(tmpdir(), "brett-resume-"));
  const first = await start(data);
  const anna = await Visitor.come({ ...DESKTOP, baseURL: first.address });
  anna.forgive(/WebSocket|ERR_CONNECTION_REFUSED|ERR_SOCKET|Failed to load resource/);
  const { page } = anna;
  const list = () => page.locator("[data-panel=moves] li .text").allTextContents();
  await anna.begin("Connect Four", "Pass and play");
  const columns = ["4", "4", "3", "5", "2"];
  for (const [ply, column] of columns.entries()) {
    await page.keyboard.press(column);
    await anna.untilPlayed(ply + 1);
  }
  await first.stop("SIGKILL");
  await page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor();
  const second = await start(data, new URL(first.address).port);
  await page.getByRole("alert").filter({ hasText: "Connection lost" }).waitFor({ state: "detached" });
  expect(await list()).toEqual(columns);
  await page.keyboard.press("1");
  await anna.untilPlayed(6);
  await page.reload();
  await anna.untilPlayed(6);
  expect(await list()).toEqual([...columns, "1"]);
  await anna.leave();
  await second.stop("SIGTERM");
  rmSync(data, { recursive: true, force: true });
});
