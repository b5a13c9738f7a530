import { vi } from "vitest";
import type * as fake from "./fake-electron.ts";

export type FakeElectron = typeof fake;

/** Loads a fresh fake `electron` for the modules imported next, and returns it. */
export async function loadFakeElectron(): Promise<FakeElectron> {
  vi.resetModules();
  vi.doMock("electron", () => import("./fake-electron.ts"));
  const fake = (await import("electron")) as unknown as FakeElectron;
  // The real module would query the D-Bus session of the machine.
  vi.doMock("../../src/main/tray/can-show-tray.ts", () => ({
    canShowTray: async () => fake.calls.hasTray,
    waitForTray: async () => fake.calls.hasTray || fake.calls.hasLateTray,
  }));
  // In most tests the folder doesn't exist.
  vi.doMock("../../src/main/own-folder.ts", () => ({ ownFolder: () => undefined }));
  vi.doMock("../../src/log/rotating-log.ts", () => ({
    openLog: () => ({ write: (line: string) => void fake.calls.logged.push(line) }),
    lastLines: () => fake.calls.logged,
  }));
  vi.spyOn(console, "error").mockReturnValue();
  return fake;
}

/** Timeout for lazy modules, which are compiled during the test; slow on a busy machine. */
export const slowLoad = { timeout: 15_000 };
