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
    // A build server is shared, and a browser on it may stall for longer than any wait: a failed test gets a second
    // try there. The report names each test that needed it, so that it can be mended.
    retry: process.env.CI ? 1 : 0,
  },
});
