import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeviceDatabase } from "@tidemark/core";
import { deviceNameKey } from "@tidemark/core/sync/device";
import type { OpenDatabase } from "@tidemark/db";
import { openDatabase } from "@tidemark/db/node";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DeviceName } from "./device-name.ts";

let dir: string;
let opened: OpenDatabase<DeviceDatabase>;
let database: DeviceDatabase;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "tidemark-name-"));
  opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  ({ database } = opened);
});
afterEach(async () => {
  await opened.close();
  await rm(dir, { recursive: true, force: true });
});

/** A server that accepts every name, or doesn't know the call. */
function server({ isOld = false, fails = false } = {}) {
  const names: string[] = [];
  return {
    names,
    async renameDevice(name: string): Promise<boolean> {
      names.push(name);
      if (fails) throw new Error("no answer");
      return !isOld;
    },
  };
}

test("a device has its machine's name until the user chooses one", async () => {
  const before = await DeviceName.open(database, "desk-7");
  expect(before.shown).toEqual({ name: "desk-7", usual: "desk-7" });
  const moved = await DeviceName.open(database, "desk-8");
  expect(moved.now).toBe("desk-8");
  await moved.rename("  Desk \n by the window ");
  expect(moved.now).toBe("Desk by the window");
  const later = await DeviceName.open(database, "desk-9");
  expect(later.shown).toEqual({ name: "Desk by the window", usual: "desk-9" });
  expect(await database.read(({ meta }) => meta.get(deviceNameKey))).toBe("Desk by the window");
  await later.rename(" ");
  expect(later.now).toBe("desk-9");
});

test("sends a new name once, also after a restart, and not after a sign-in with it", async () => {
  const name = await DeviceName.open(database, "desk-7");
  const there = server();
  await name.send(there);
  expect(there.names).toEqual([]);
  await name.rename("Desk");
  await expect(name.send(server({ fails: true }))).rejects.toThrow("no answer");
  const started = await DeviceName.open(database, "desk-7");
  await started.send(there);
  await started.send(there);
  expect(there.names).toEqual(["Desk"]);
  await started.rename("Table");
  await started.isKnown("Desk");
  await started.isKnown("Table");
  await started.send(there);
  expect(there.names).toEqual(["Desk"]);
});

test("doesn't send a name twice to a server that is too old, but does to another", async () => {
  const name = await DeviceName.open(database, "desk-7");
  await name.rename("Desk");
  const old = server({ isOld: true });
  await name.send(old);
  await name.send(old);
  expect(old.names).toEqual(["Desk"]);
  const renewed = server();
  await name.send(renewed);
  expect(renewed.names).toEqual(["Desk"]);
});
