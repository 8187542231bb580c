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

const DESKTOP = { viewport: { width: 1280, height: 800 } };
/** A phone whose processor is six times as slow as this one; its graphics are those of this machine all the same. */
const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  throttling: 6,
};

/** Counts the frames of a while in the page, and how long the slowest of twenty took at least. */
function count(during) {
  return new Promise((done) => {
    const times = [performance.now()];
    const next = (now) => {
      times.push(now);
      if (now - times[1] < during) requestAnimationFrame(next);
      else {
        const gaps = times.slice(2).map((time, idx) => time - times[idx + 1]);
        const slow = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * 0.95)];
        done({ rate: (1000 * gaps.length) / (times.at(-1) - times[1]), slow });
      }
    };
    requestAnimationFrame(next);
  });
}

/** How many frames a second there are while things move as slowly as one can choose. */
async function frames(
  browser,
  address,
  { throttling = 1, ...device },
  { settings = {}, begin, act, during },
) {
  const context = await browser.newContext({ baseURL: address, locale: "en", ...device });
  const page = await context.newPage();
  const kept = { animation: 500, seenIntro: true, level: 1, sound: false, confirm: [], ...settings };
  await page.addInitScript((text) => localStorage.setItem("brettwerk.settings", text), JSON.stringify(kept));
  await page.addInitScript(() => localStorage.setItem("brettwerk.blokus.intro", "seen"));
  await page.goto("/");
  await begin(page);
  await page.locator("[role=grid]").first().waitFor({ state: "attached" });
  await page.waitForTimeout(1_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: throttling });
  await act(page);
  const found = await page.evaluate(`(${count})(${during})`);
  await context.close();
  return found;
}

const press = (page, key) =>
  page.evaluate((key) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }, key);

const SCENES = {
  "a disc of Connect Four falls": {
    begin: async (page) => {
      await page.getByRole("radio", { name: "Both here" }).check();
      await page.getByRole("button", { name: "Play Connect Four" }).click();
    },
    act: (page) => press(page, "4"),
    during: 500,
  },
  "pieces of Blokus fly": blokus({ space: false }),
  "pieces of Blokus fly in space": blokus({ space: true }),
};

/** The pieces of three computer players fly after one's own first move. */
function blokus(settings) {
  return {
    settings,
    begin: async (page) => {
      await page.getByRole("radio", { name: "Computer" }).check();
      await page.getByLabel("Variant of Blokus").selectOption({ label: "Classic, four players" });
      await page.getByRole("button", { name: "Play Blokus" }).click();
    },
    act: async (page) => {
      const field = page.getByLabel("Move in notation");
      await field.fill("a20");
      await field.press("Enter");
      await page.waitForFunction(() => document.querySelectorAll("[data-panel=moves] li").length > 1);
    },
    during: 1_500,
  };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // Without a graphics card, the processor draws what is in space.
  args: ["--no-sandbox", "--enable-unsafe-swiftshader"],
});
const runs = [];
for (let round = 0; round < ROUNDS; round++) {
  runs.push(await withServer((address, began) => firstMove(browser, address, began)));
}
const rates = [];
for (const [device, about] of [
  ["desktop", DESKTOP],
  ["weak phone", PHONE],
]) {
  for (const [name, scene] of Object.entries(SCENES)) {
    const found = await withServer((address) => frames(browser, address, about, scene));
    rates.push({ device, name, ...found });
  }
}
await browser.close();

const of = (name) => middle(runs.map((run) => run[name]));
console.log(`the programme listens after      ${of("listens").toFixed(0)} ms`);
console.log(`a board can be played on after   ${of("playable").toFixed(0)} ms, with one click`);
console.log(`the page and its first board are ${(of("bytes") / 1000).toFixed(0)} kB`);
console.log(`one's own move is drawn after    ${of("drawn").toFixed(0)} ms`);
for (const { device, name, rate, slow } of rates) {
  const about = `${name}, ${device}`.padEnd(46);
  console.log(
    `${about} ${rate.toFixed(0)} frames a second, one of twenty takes ${slow.toFixed(0)} ms or more`,
  );
}
