// How long things take that people wait for: npm run measure. It prints figures and judges nothing, since they depend on
// the machine and on what else it does.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const target = resolve(import.meta.dirname, "../..", process.env.CARGO_TARGET_DIR ?? "target");
const programme = process.env.BRETT ?? join(target, "release/brett");
const ROUNDS = 5;

const middle = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Starts the programme on an empty folder, and ends it when something was done with it. */
async function withServer(act) {
  const data = mkdtempSync(join(tmpdir(), "brett-measure-"));
  const began = performance.now();
  const args = ["--no-open", "--port", "0", "--lang", "en", "--data", data];
  const server = spawn(programme, args, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((done, fail) => {
    createInterface(server.stdout).once("line", done);
    server.once("error", fail);
  });
  try {
    return await act(/http:\S+/.exec(line)?.[0] ?? "", began);
  } finally {
    await new Promise((done) => {
      server.once("exit", done);
      server.kill("SIGTERM");
    });
    rmSync(data, { recursive: true, force: true });
  }
}

/** Plays a first move in a browser that has never been there. */
async function firstMove(browser, address, began) {
  const listens = performance.now() - began;
  const context = await browser.newContext({ locale: "en" });
  const page = await context.newPage();
  let bytes = 0;
  page.on("response", (response) => {
    bytes += Number(response.headers()["content-length"] ?? 0);
  });
  await page.goto(address);
  await page.getByRole("button", { name: "Play Connect Four" }).click();
  await page.getByText("Your turn").first().waitFor();
  await page.locator("[role=grid]").waitFor();
  const playable = performance.now() - began;
  const drawn = await page.evaluate(
    () =>
      new Promise((done) => {
        const board = document.querySelector("section.board");
        const pressed = performance.now();
        new MutationObserver((_, observer) => {
          if (!board?.querySelector(".disc")) return;
          observer.disconnect();
          requestAnimationFrame(() => done(performance.now() - pressed));
        }).observe(board, { subtree: true, childList: true });
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "4", bubbles: true }));
      }),
  );
  await context.close();
  return { listens, playable, drawn, bytes };
}

/** How many frames a second there are while a disc falls as slowly as one can choose. */
async function frames(browser, address) {
  const page = await browser.newPage({ baseURL: address, locale: "en" });
  await page.addInitScript(() => localStorage.setItem("brettwerk.settings", '{"animation":500}'));
  await page.goto("/");
  await page.getByRole("radio", { name: "Both here" }).check();
  await page.getByRole("button", { name: "Play Connect Four" }).click();
  await page.locator("[role=grid]").waitFor();
  const rate = await page.evaluate(
    () =>
      new Promise((done) => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "4", bubbles: true }));
        const began = performance.now();
        let n_frames = 0;
        const next = () => {
          n_frames += 1;
          const passed = performance.now() - began;
          if (passed < 500) requestAnimationFrame(next);
          else done((n_frames / passed) * 1000);
        };
        requestAnimationFrame(next);
      }),
  );
  await page.close();
  return rate;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const runs = [];
for (let round = 0; round < ROUNDS; round++) {
  runs.push(await withServer((address, began) => firstMove(browser, address, began)));
}
const rate = await withServer((address) => frames(browser, address));
await browser.close();

const of = (name) => middle(runs.map((run) => run[name]));
console.log(`the programme listens after      ${of("listens").toFixed(0)} ms`);
console.log(`a board can be played on after   ${of("playable").toFixed(0)} ms, with one click`);
console.log(`the page and its first board are ${(of("bytes") / 1000).toFixed(0)} kB`);
console.log(`one's own move is drawn after    ${of("drawn").toFixed(0)} ms`);
console.log(`frames while a disc falls        ${rate.toFixed(0)} a second`);
