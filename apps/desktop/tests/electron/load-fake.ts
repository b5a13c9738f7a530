import { vi } from "vitest";
import type * as fake from "./fake-electron.ts";

export type FakeElectron = typeof fake;

/** Gives the modules that are imported next a fresh fake `electron`, and returns it. */
export async function loadFakeElectron(): Promise<FakeElectron> {
  vi.resetModules();
  vi.doMock("electron", () => import("./fake-electron.ts"));
  return (await import("electron")) as unknown as FakeElectron;
}
