import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverUrlKey } from "@tidemark/core/sync/device";
import { openDatabase, openFolderBlobStore } from "@tidemark/db/node";
import { EventSource } from "eventsource";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Platform } from "../platform/platform.ts";
import { serverTokenKey } from "../sync/session-keys.ts";
import { openReplica } from "./open-replica.ts";

async function machine(): Promise<Platform> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-offline-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return {
    deviceName: "desk",
    randomBytes: (count) => randomBytes(count),
    newUuid: randomUUID,
    pause: () => Promise.resolve(),
    EventSource,
    gzip: () => Promise.reject(new Error("nothing is sent")),
    openDatabase: () => openDatabase({ file: join(dir, "tidemark.db"), role: "device" }),
    openBlobs: (options) => openFolderBlobStore(join(dir, "blobs"), options),
    removeFiles: () => Promise.resolve(),
    expireCopies: () => undefined,
    copiesUntilMs: () => null,
  };
}

test("a profile opened offline sends no requests to its server, even after a write", async () => {
  const here = await machine();
  const first = await openReplica({ machine: here, version: "0.0.0", isOffline: true });
  await first.services.memoDeps.database.write(async ({ meta }) => {
    await meta.set(serverUrlKey, "http://127.0.0.1:9");
    await meta.set(serverTokenKey, "token");
  });
  await first.close();
  const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
  onTestFinished(() => asked.mockRestore());

  const offline = await openReplica({ machine: here, version: "0.0.0", isOffline: true });
  const { memos, caller } = offline.services;
  const made = await memos.create(await caller(), { content: "written meanwhile" });
  expect(made.ok).toBe(true);
  await offline.close();
  expect(asked).not.toHaveBeenCalled();

  const online = await openReplica({ machine: here, version: "0.0.0" });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await online.close();
});
