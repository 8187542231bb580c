import { defineConfig } from "vitest/config";

// One server and one browser for all: files run one after the other, so that two cores are enough.
export default defineConfig({
  test: {
    environment: "node",
    include: ["browser/**/*.test.ts"],
    globalSetup: ["browser/server.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
