import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "./scripts/chromium.ts";

const isNightly = process.env["TIDEMARK_NIGHTLY"] === "1";

export default defineConfig({
  testDir: "tests",
  // `npm run nightly` runs the tests that are too slow for every change.
  testMatch: isNightly ? ["**/*.nightly.spec.ts"] : ["**/*.spec.ts"],
  testIgnore: isNightly ? [] : ["**/*.nightly.spec.ts"],
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/browser/pictures/{arg}{ext}",
  // Two cores can carry two browsers and their servers. Tests of a file share a server.
  workers: 2,
  forbidOnly: true,
  // Two cores with two browsers, apps and servers stall at times, so CI retries a failed test once and
  // reports it as flaky. Locally, failures aren't retried.
  retries: process.env["CI"] === undefined ? 0 : 1,
  // A shared machine can be three times slower than a desktop; only hanging tests should time out.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./scripts/tally-playwright.ts"]],
  use: {
    launchOptions: chromiumLaunchOptions(),
    // Tracing doubles the cost of a test, so CI traces only retries.
    trace: process.env["CI"] === undefined ? "retain-on-failure" : "on-first-retry",
    timezoneId: "UTC",
    locale: "en-GB",
  },
});
