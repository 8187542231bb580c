// The bot, asked as Brettwerk asks.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("answers with a legal move", () => {
  const bot = fileURLToPath(new URL("bot.mjs", import.meta.url));
  const input = "choose_move 1; a position; 4; 5\nnonsense\nquit\n";
  const { stdout } = spawnSync(process.execPath, [bot], { input, encoding: "utf8" });
  assert.match(stdout, /^= [45]\n\n\? /);
});
