import { defineConfig } from "vitest/config";

// One server for all, and three files at a time: they mostly wait, so two cores are enough.
export default defineConfig({
  test: {
    environment: "node",
    include: ["browser/**/*.test.ts"],
    globalSetup: ["browser/server.ts"],
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
