import { vi } from "vitest";
import type * as fake from "./fake-electron.ts";

export type FakeElectron = typeof fake;

/** Gives the modules that are imported next a fresh fake `electron`, and returns it. */
export async function loadFakeElectron(): Promise<FakeElectron> {
  vi.resetModules();
  vi.doMock("electron", () => import("./fake-electron.ts"));
  const fake = (await import("electron")) as unknown as FakeElectron;
  // It asks the bus of whoever runs the tests.
  vi.doMock("../../src/main/tray/can-show-tray.ts", () => ({
    canShowTray: async () => fake.calls.hasTray,
    waitForTray: async () => fake.calls.hasTray || fake.calls.hasLateTray,
  }));
  // The folder of most tests is a name and nothing else.
  vi.doMock("../../src/main/own-folder.ts", () => ({ ownFolder: () => undefined }));
  vi.doMock("../../src/log/rotating-log.ts", () => ({
    openLog: () => ({ write: (line: string) => void fake.calls.logged.push(line) }),
    lastLines: () => fake.calls.logged,
  }));
  vi.spyOn(console, "error").mockReturnValue();
  return fake;
}

/** What is loaded on demand is compiled in front of the test's eyes: it takes its time on a busy machine. */
export const slowLoad = { timeout: 15_000 };
