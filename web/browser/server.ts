// The real programme, started once for all tests; or one that runs already, whose address BRETT_ADDRESS tells.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    address: string;
  }
}

const target = resolve(import.meta.dirname, "../..", process.env.CARGO_TARGET_DIR ?? "target");
/** The programme that is tried. */
export const programme = process.env.BRETT ?? join(target, "debug/brett");

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    if (server.stdout) createInterface(server.stdout).once("line", done);
    server.once("error", fail);
    server.once("exit", (code) => fail(new Error(`${programme} ended with ${code} before it said anything`)));
  });
}

export default async function setup({ provide }: TestProject): Promise<() => void> {
  const running = process.env.BRETT_ADDRESS;
  if (running) {
    provide("address", running);
    return () => {};
  }
  if (!existsSync(programme)) throw new Error(`${programme} is missing; build it by: cargo build -p brett`);
  const data = mkdtempSync(join(tmpdir(), "brett-browser-"));
  const args = ["--no-open", "--port", "0", "--lang", "en", "--data", data];
  const server = spawn(programme, args, { stdio: ["ignore", "pipe", "inherit"] });
  const address = /http:\S+/.exec(await firstLine(server))?.[0];
  if (!address) throw new Error("the server did not say where it is");
  provide("address", address);
  return () => {
    server.once("exit", () => rmSync(data, { recursive: true, force: true }));
    server.kill("SIGTERM");
  };
}
