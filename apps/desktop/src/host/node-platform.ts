import { randomBytes, randomUUID } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { openDatabase, openFolderBlobStore } from "@tidemark/db/node";
import type { Platform } from "@tidemark/replica";
import { EventSource } from "eventsource";
import { removeBackupsOf } from "@tidemark/transfer/backup";
import { defaultDataDir } from "./default-data-dir.ts";
import { createDeriveThread } from "./derive/derive-thread.ts";
import { expireLocalCopies, localCopyUntilMs } from "./expire-local-copies.ts";
import { removeProfileFiles } from "./remove-profile-files.ts";

/** Delay before the thread for slow lists starts, so that it doesn't slow down the first page. */
const afterStartMs = 1500;

const gzipped = promisify(gzip);

/**
 * Returns the platform of this machine in Node. The profile is in a data folder, an absolute path, that the caller has
 * locked.
 */
export function nodePlatform(dir: string): Platform {
  const file = join(dir, "tidemark.db");
  return {
    deviceName: hostname(),
    ...(dir !== defaultDataDir() && { dataFolder: dir }),
    randomBytes: (count) => randomBytes(count),
    newUuid: randomUUID,
    pause: () => setImmediate(),
    EventSource,
    // On a single core a thread wouldn't make deriving faster.
    ...(availableParallelism() > 1 && { deriveTexts: createDeriveThread() }),
    gzip: async (text) => new Uint8Array(await gzipped(text)),
    async openDatabase() {
      const opened = await openDatabase({ file, role: "device" });
      setTimeout(() => opened.expectLists(), afterStartMs).unref();
      return opened;
    },
    openBlobs: (options) => openFolderBlobStore(join(dir, "blobs"), options),
    async removeFiles(backups) {
      await removeProfileFiles(dir);
      // A missing backup disk doesn't block wiping this one.
      if (backups !== null) {
        await removeBackupsOf(backups.folder, backups.id).catch(() => undefined);
      }
    },
    expireCopies: (nowMs) => expireLocalCopies(file, nowMs),
    copiesUntilMs: () => localCopyUntilMs(file),
  };
}
