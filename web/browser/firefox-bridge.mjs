#!/usr/bin/env node
// Starts Firefox for Playwright, and stands between them. Playwright drives the Firefox of a distribution by WebDriver
// BiDi, but sends one command to every new window that the one with extended support does not know yet: which colors
// the user prefers. These tests choose the theme in the page, so the bridge answers it itself and passes on the rest.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

const UNKNOWN = "emulation.setMediaFeaturesOverride";

const firefox = spawn(process.env.FIREFOX ?? "/usr/bin/firefox-esr", process.argv.slice(2), {
  stdio: ["ignore", "inherit", "pipe"],
});
firefox.once("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
firefox.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => firefox.kill(signal));

createInterface(firefox.stderr).on("line", (line) => {
  const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
  if (address) listen(address);
  else console.error(line);
});

/** Waits for Playwright, which reads where from the same line that Firefox would write. */
function listen(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 }, () => {
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`);
  });
  server.on("connection", (playwright, { url }) => join(playwright, new WebSocket(address + url)));
}

function join(playwright, browser) {
  const opened = new Promise((done) => browser.once("open", done));
  playwright.on("message", async (data) => {
    const { id, method } = JSON.parse(data);
    if (method === UNKNOWN) playwright.send(JSON.stringify({ type: "success", id, result: {} }));
    else {
      await opened;
      browser.send(String(data));
    }
  });
  browser.on("message", (data) => playwright.send(String(data)));
  playwright.once("close", () => browser.close());
  browser.once("close", () => playwright.close());
}
