import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "./scripts/chromium.ts";

export default defineConfig({
  testDir: "tests",
  testMatch: ["**/*.spec.ts", "browser/**/*.test.ts"],
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/browser/pictures/{arg}{ext}",
  // Each test brings its own server and a data folder; two of them are what two cores carry.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Two cores that carry two browsers, two programs and two servers stall at times: one that fails there
  // is tried once more and named as flaky. At a desk it is looked into.
  retries: process.env["CI"] === undefined ? 0 : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./scripts/tally-playwright.ts"]],
  use: {
    launchOptions: chromiumLaunchOptions(),
    // Recording every step of every test doubles what they cost; what fails again is worth it.
    trace: process.env["CI"] === undefined ? "retain-on-failure" : "on-first-retry",
    timezoneId: "UTC",
    locale: "en-GB",
  },
});
