// The real program, started once for all tests; or one that runs already, whose address BRETT_ADDRESS tells.

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
/** The program that is tried. */
export const program = process.env.BRETT ?? join(target, "debug/brett");

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    if (server.stdout) createInterface(server.stdout).once("line", done);
    server.once("error", fail);
    server.once("exit", (code) => fail(new Error(`${program} ended with ${code} before it said anything`)));
  });
}

/** A server that runs. */
export type Running = {
  address: string;
  stop: (signal: "SIGTERM" | "SIGKILL") => Promise<void>;
  /** The status with which it ends; nothing where it was killed. */
  ended: Promise<number | null>;
};

/** Starts the program on a folder, at any port or at a certain one. */
export async function start(data: string, port = "0"): Promise<Running> {
  if (!existsSync(program)) throw new Error(`${program} is missing; build it by: cargo build -p brett`);
  const args = ["--no-open", "--port", port, "--lang", "en", "--data", data];
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const address = /http:\S+/.exec(await firstLine(server))?.[0];
  if (!address) throw new Error("the server did not say where it is");
  const ended = new Promise<number | null>((done) => server.once("exit", done));
  const stop = async (signal: "SIGTERM" | "SIGKILL") => {
    server.kill(signal);
    await ended;
  };
  return { address, stop, ended };
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const running = process.env.BRETT_ADDRESS;
  if (running) {
    provide("address", running);
    return async () => {};
  }
  const data = mkdtempSync(join(tmpdir(), "brett-browser-"));
  const { address, stop } = await start(data);
  provide("address", address);
  return async () => {
    await stop("SIGTERM");
    rmSync(data, { recursive: true, force: true });
  };
}
