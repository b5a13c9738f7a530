import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "./scripts/chromium.ts";

export default defineConfig({
  testDir: "tests",
  testMatch: ["**/*.spec.ts", "browser/**/*.test.ts"],
  outputDir: "test-results",
  // Each test brings its own server and a data folder; two of them are what two cores carry.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./scripts/tally-playwright.ts"]],
  use: {
    launchOptions: chromiumLaunchOptions(),
    trace: "retain-on-failure",
    timezoneId: "UTC",
    locale: "en-GB",
  },
});
