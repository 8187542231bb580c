// A server of ours that speaks the original protocols, with a player of ours opposite.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { program } from "./server";

export const PROTOCOLS = ["welfenlab", "praktikum", "freebloks"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** A server that speaks the original protocols. */
export type Originals = {
  /** Where browsers find it. */
  address: string;
  /** Where each protocol is spoken. */
  ports: Record<Protocol, string>;
  stop: () => void;
};

/** Starts a server of its own, with options besides the usual ones. */
export async function startOriginals(options: string[]): Promise<Originals> {
  const data = mkdtempSync(join(tmpdir(), "brett-originals-"));
  const any = "127.0.0.1:0";
  const args = ["serve", "--listen", any, "--data", data, "--log", "error"];
  args.push("--welfenlab", any, "--praktikum", any, "--freebloks", any, "--freebloks-pause", "0", ...options);
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  const stop = () => {
    server.once("exit", () => rmSync(data, { recursive: true, force: true }));
    server.kill("SIGTERM");
  };
  const ports: Partial<Originals["ports"]> = {};
  let address = "";
  for await (const line of createInterface(server.stdout)) {
    const [, protocol, port] = /listening on (\w+):\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
    if (protocol === "http") address = `http://127.0.0.1:${port}`;
    const spoken = PROTOCOLS.find((known) => known === protocol);
    if (spoken) ports[spoken] = port ?? "";
    if (address && Object.keys(ports).length === PROTOCOLS.length) break;
  }
  return { address, ports: ports as Originals["ports"], stop };
}
