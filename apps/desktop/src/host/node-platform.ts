import { randomBytes, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { openDatabase, openFolderBlobStore } from "@tidemark/db/node";
import type { Platform } from "@tidemark/replica";
import { expireLocalCopies, localCopyUntilMs } from "./expire-local-copies.ts";
import { removeProfileFiles } from "./remove-profile-files.ts";

const gzipped = promisify(gzip);

/** This machine as Node knows it, with a profile in a data folder that the caller has locked. */
export function nodePlatform(dir: string): Platform {
  const file = join(dir, "tidemark.db");
  return {
    deviceName: hostname(),
    randomBytes: (count) => randomBytes(count),
    newUuid: randomUUID,
    pause: () => setImmediate(),
    gzip: async (text) => new Uint8Array(await gzipped(text)),
    openDatabase: () => openDatabase({ file, role: "device" }),
    openBlobs: (options) => openFolderBlobStore(join(dir, "blobs"), options),
    removeFiles: () => removeProfileFiles(dir),
    expireCopies: (nowMs) => expireLocalCopies(file, nowMs),
    copiesUntilMs: () => localCopyUntilMs(file),
  };
}
