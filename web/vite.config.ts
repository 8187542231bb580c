import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Files below this size travel as they are. */
const WORTH_COMPRESSING = 512;

/** Where `brett` listens, for the development server, which passes requests on to it. */
const SERVER = process.env.BRETT_SERVER ?? "http://127.0.0.1:8731";

/** The version of the program, which the page belongs to. */
const VERSION = /^version = "(.+)"$/m.exec(
  readFileSync(join(import.meta.dirname, "../Cargo.toml"), "utf8"),
)?.[1];

/** Writes every text of the build a second and a third time, compressed as far as it goes. */
function compressed(): Plugin {
  let folder = "dist";
  return {
    name: "compressed",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: async () => {
      const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
        file.isFile(),
      );
      await Promise.all(
        files
          .filter((file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file.name))
          .map(async (file) => {
            const path = join(file.parentPath, file.name);
            const bytes = await readFile(path);
            if (bytes.length < WORTH_COMPRESSING) return;
            const params = {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            };
            await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
            await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
          }),
      );
    },
  };
}

/** Lets the browser fetch the typefaces beside the styles that ask for them, so that no text is set twice. */
function preloadedFonts(): Plugin {
  return {
    name: "preloaded-fonts",
    apply: "build",
    transformIndexHtml: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith(".woff2"))
        .map((file) => ({
          tag: "link",
          injectTo: "head",
          attrs: {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            href: `/${file}`,
            crossorigin: true,
            // The page is of more use in another typeface than not at all.
            fetchpriority: "low",
          },
        })),
  };
}

/** Whether the first page needs a module, whichever it is. */
function isCore(id: string): boolean {
  return /node_modules\/(svelte|esm-env|clsx)\/|\/src\/(router|connection\/|i18n\/|protocol\/|boards\/backgammon\/colors|shell\/(texts|players|levels|sentence|games|problems)|state\/(settings|games|clock-rule|course|history))/.test(
    id,
  );
}

/** Lets the browser ask for the list of games at once, which the first page waits for, and not after all scripts. */
function preloadedGames(): Plugin {
  return {
    name: "preloaded-games",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "link",
        injectTo: "head",
        attrs: { rel: "preload", as: "fetch", href: "/api/games", crossorigin: true },
      },
    ],
  };
}

export default defineConfig({
  plugins: [svelte(), compressed(), preloadedFonts(), preloadedGames()],
  define: { "import.meta.env.BRETT_VERSION": JSON.stringify(VERSION) },
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What every page needs comes as one file: a dozen small ones wait for each other where the way is long.
      output: { codeSplitting: { groups: [{ name: "core", test: isCore }] } },
    },
  },
  server: {
    // The licenses lie above the page.
    fs: { allow: [".."] },
    // The host stays as it is: the server compares it with the origin of whoever wants to change something.
    proxy: { "/api": { target: SERVER }, "/ws": { target: SERVER, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
    // Longer than the longest wait in a test: a busy machine is slow, and no test is about that.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A build server may stall for longer than that. The report names each test that needed a second try.
    retry: process.env.CI ? 1 : 0,
  },
});
