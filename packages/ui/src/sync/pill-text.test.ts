import type { SyncStatus } from "@tidemark/core/router";
import { describe, expect, test } from "vitest";
import { localStatus } from "../../../replica/tests/local-status.ts";
import type { HostState } from "../data/host-connection.ts";
import { hostOf, hostText, needsUser, pillText } from "./pill-text.ts";

const now = new Date(2026, 10, 20, 14, 5).getTime();
const status = (change: Partial<SyncStatus>): SyncStatus => ({ ...localStatus, ...change });

describe("the text of the sync pill", () => {
  test.each<[Partial<SyncStatus>, string]>([
    [{ state: "local" }, "On this device"],
    [{ state: "synced", lastSyncedMs: now - 180_000 }, "Synced 14:02"],
    [{ state: "synced" }, "Synced"],
    [{ state: "synced", lastSyncedMs: now, rejected: 2 }, "Synced, 2 rejected"],
    [{ state: "syncing", waiting: 3 }, "Syncing 3"],
    [{ state: "syncing" }, "Syncing"],
    [{ state: "offline", waiting: 5 }, "Offline, 5 pending"],
    [{ state: "offline" }, "Offline"],
    [{ state: "paused", waiting: 2 }, "Paused"],
    [{ state: "sign-in" }, "Sign in again"],
    [{ state: "error", retryAtMs: now + 29_400 }, "Error, retrying in 30 s"],
    [{ state: "error", retryAtMs: now - 1 }, "Error"],
    [{ state: "error" }, "Error"],
    [{ state: "server-too-old" }, "Server too old"],
    [{ state: "app-too-old" }, "App too old"],
  ])("%j reads %s", (change, words) => {
    expect(pillText(status(change), now, "en-GB")).toBe(words);
  });

  test.each<[Partial<SyncStatus>, boolean]>([
    [{ state: "synced" }, false],
    [{ state: "synced", rejected: 1 }, true],
    [{ state: "offline", waiting: 5 }, false],
    [{ state: "error" }, false],
    [{ state: "sign-in" }, true],
    [{ state: "app-too-old" }, true],
  ])("%j needs its user: %s", (change, isCalling) => {
    expect(needsUser(status(change))).toBe(isCalling);
  });

  test.each<[HostState, string | null]>([
    ["up", null],
    ["restarting", "Restarting…"],
    ["away", "Tidemark isn’t running"],
    ["locked", "Reopen Tidemark"],
  ])("W3b · while the host is %s, the pill reads %j", (host, words) => {
    expect(hostText(host)).toBe(words);
  });

  test("a server is named by its host", () => {
    expect(hostOf("https://notes.example.org:8443/x")).toBe("notes.example.org:8443");
    expect(hostOf("not an address")).toBe("not an address");
  });
});
