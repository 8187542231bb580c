// How long things take that people wait for: npm run measure. It prints figures and judges nothing, since they depend on
// the machine and on what else it does.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const target = resolve(import.meta.dirname, "../..", process.env.CARGO_TARGET_DIR ?? "target");
const program = process.env.BRETT ?? join(target, "release/brett");
const ROUNDS = 5;

const middle = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Starts the program on an empty folder, and ends it when something was done with it. */
async function withServer(act) {
  const data = mkdtempSync(join(tmpdir(), "brett-measure-"));
  const began = performance.now();
  const args = ["--no-open", "--port", "0", "--lang", "en", "--data", data];
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
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

/** Notes in the page when something begins to move, and every picture of space that is really drawn. */
function watch(selector, count) {
  const seen = { begun: null, drawn: [] };
  const draw = WebGL2RenderingContext.prototype.drawElementsInstanced;
  WebGL2RenderingContext.prototype.drawElementsInstanced = function (...args) {
    // Everything that is drawn before the next picture belongs to the same one.
    if (!seen.isDrawing) {
      seen.isDrawing = true;
      seen.drawn.push(performance.now());
      requestAnimationFrame(() => {
        seen.isDrawing = false;
      });
    }
    return draw.apply(this, args);
  };
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll(selector).length < count) return;
    observer.disconnect();
    seen.begun = performance.now();
    performance.mark("begun");
  }).observe(document.body, { subtree: true, childList: true });
  window.seen = seen;
}

/** The pictures that reached the screen in a while after the page said that something moves; times in milliseconds. */
function displayed(trace, during) {
  const events = JSON.parse(trace).traceEvents;
  const begun = events.find(({ name, cat }) => name === "begun" && cat.includes("user_timing"))?.ts;
  return events
    .filter(({ name }) => name === "Display::FrameDisplayed")
    .map(({ ts }) => (ts - begun) / 1000)
    .filter((time) => 0 <= time && time <= during);
}

/** How many frames a second there are while things move as slowly as one can choose. */
async function frames(
  browser,
  address,
  { throttling = 1, ...device },
  { settings = {}, begin, act, moved, during },
) {
  const context = await browser.newContext({ baseURL: address, locale: "en", ...device });
  const page = await context.newPage();
  const kept = { animation: 500, level: 1, sound: false, confirm: [], ...settings };
  await page.addInitScript((text) => localStorage.setItem("brettwerk.settings", text), JSON.stringify(kept));
  await page.addInitScript(() => localStorage.setItem("brettwerk.blokus.intro", "seen"));
  await page.goto("/");
  await begin(page);
  await page.locator("[role=grid]").first().waitFor({ state: "attached" });
  await page.waitForTimeout(2_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: throttling });
  await page.evaluate(`(${watch})(${JSON.stringify(moved.selector)}, ${moved.count})`);
  await browser.startTracing(page, { categories: ["-*", "viz", "blink.user_timing"] });
  await act(page);
  await page.waitForFunction(() => window.seen.begun !== null, undefined, { polling: 200 });
  await page.waitForTimeout(during + 300);
  const trace = (await browser.stopTracing()).toString();
  const { begun, drawn } = await page.evaluate(() => window.seen);
  await context.close();
  // A picture of space may be brought to the screen several times; only those that were drawn anew count.
  const times = settings.space
    ? drawn.map((time) => time - begun).filter((time) => 0 <= time && time <= during)
    : displayed(trace, during);
  const gaps = times.slice(1).map((time, idx) => time - times[idx]);
  const slow = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * 0.95)] ?? during;
  return { rate: (1000 * times.length) / during, slow };
}

const press = (page, key) =>
  page.evaluate((key) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }, key);

const SCENES = {
  "a disc of Connect Four falls": {
    begin: async (page) => {
      await page.getByRole("radio", { name: "Pass and play" }).check();
      await page.getByRole("button", { name: "Play Connect Four" }).click();
    },
    act: (page) => press(page, "4"),
    moved: { selector: "section.board .disc", count: 1 },
    during: 480,
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
      const field = page.getByLabel("Type a move");
      await field.fill("a20");
      await field.press("Enter");
    },
    moved: { selector: "[data-panel=moves] li", count: 2 },
    // One flight at least takes so long.
    during: settings.space ? 1_500 : 1_000,
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
    const found = [];
    for (let round = 0; round < ROUNDS; round++) {
      found.push(await withServer((address) => frames(browser, address, about, scene)));
    }
    const of = (value) => middle(found.map((one) => one[value]));
    rates.push({ device, name, rate: of("rate"), slow: of("slow") });
  }
}
await browser.close();

console.log(`load ${loadavg()[0].toFixed(1)}, medians of ${ROUNDS} runs`);
const of = (name) => middle(runs.map((run) => run[name]));
console.log(`the program listens after      ${of("listens").toFixed(0)} ms`);
console.log(`a board can be played on after   ${of("playable").toFixed(0)} ms, with one click`);
console.log(`the page and its first board are ${(of("bytes") / 1000).toFixed(0)} kB`);
console.log(`one's own move is drawn after    ${of("drawn").toFixed(0)} ms`);
for (const { device, name, rate, slow } of rates) {
  const about = `${name}, ${device}`.padEnd(46);
  console.log(
    `${about} ${rate.toFixed(0)} frames a second, one of twenty takes ${slow.toFixed(0)} ms or more`,
  );
}
