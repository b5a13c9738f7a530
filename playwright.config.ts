import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "./scripts/chromium.ts";

const isNightly = process.env["TIDEMARK_NIGHTLY"] === "1";

export default defineConfig({
  testDir: "tests",
  // `npm run nightly` runs what every change need not wait for.
  testMatch: isNightly ? ["**/*.nightly.spec.ts"] : ["**/*.spec.ts"],
  testIgnore: isNightly ? [] : ["**/*.nightly.spec.ts"],
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/browser/pictures/{arg}{ext}",
  // Two browsers and their programs are what two cores carry. The tests of a file share a program.
  workers: 2,
  forbidOnly: true,
  // Two cores that carry two browsers, two programs and two servers stall at times: one that fails there
  // is tried once more and named as flaky. At a desk it is looked into.
  retries: process.env["CI"] === undefined ? 0 : 1,
  // A shared machine can be three times as slow as a desk: only what hangs is to run into these.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./scripts/tally-playwright.ts"]],
  use: {
    launchOptions: chromiumLaunchOptions(),
    // Recording every step of every test doubles what they cost; what fails again is worth it.
    trace: process.env["CI"] === undefined ? "retain-on-failure" : "on-first-retry",
    timezoneId: "UTC",
    locale: "en-GB",
  },
});
