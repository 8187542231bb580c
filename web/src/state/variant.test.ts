import { afterEach, expect, it, vi } from "vitest";
import { Variant } from "./variant.svelte";

const card = (options: string) => ({ options, name: { en: options, de: options }, seats: [], start: "" });

/** A server that knows every board but the largest. */
function server() {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    const options = new URL(path, "http://localhost").searchParams.get("options") ?? "";
    asked.push(options);
    const problem = {
      code: "settings",
      sentence: "the number of columns is 33; it must lie between 1 and 32",
    };
    return options.startsWith("33")
      ? new Response(JSON.stringify(problem), { status: 400 })
      : new Response(JSON.stringify(card(options)));
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it("options of one's own are refused with the sentence of the server", async () => {
  server();
  const variant = new Variant();
  variant.look("connect4", "9x6x4");
  expect(await variant.isFine()).toBe(true);
  variant.look("connect4", "33x6x4");
  expect(await variant.isFine()).toBe(false);
  expect(variant.problem?.sentence).toBe("the number of columns is 33; it must lie between 1 and 32");
  expect(variant.card?.options, "the seats of the last game stay").toBe("9x6x4");
});

it("only what somebody has stopped at is asked, and the answer to it counts", async () => {
  const asked = server();
  const variant = new Variant();
  for (const options of ["3x3", "33x3", "7x3"]) variant.look("connect4", options);
  expect(await variant.isFine()).toBe(true);
  expect(asked).toEqual(["7x3"]);
});
