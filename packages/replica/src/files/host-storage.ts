import { type DeviceDatabase, defineMeta, metaForm } from "@tidemark/core";
import type { AppStorage, FileStorage } from "@tidemark/core/router";
import type { BlobSync } from "@tidemark/core/sync/device";

export interface HostStorageDeps {
  readonly database: DeviceDatabase;
  readonly blobSync: Pick<BlobSync, "trim">;
  /** Something went of which small versions are to be here. */
  readonly wanted: () => void;
  /** Whether there is a server to bring again what goes. */
  readonly hasServer: () => boolean;
}

/** How much of the server's files this device keeps, bytes. */
const limitKey = defineMeta("blob_cache_bytes", metaForm.number);
const defaultLimitBytes = 2_000_000_000;
/** As a number, so that whatever reads it can compare with it. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** How much of the server's files this profile keeps, bytes. */
export async function fileLimitBytes(database: DeviceDatabase): Promise<number> {
  const kept = await database.read(({ meta }) => meta.get(limitKey));
  return kept ?? defaultLimitBytes;
}

/** The app router's view of what files take here. */
export function createHostStorage({
  database,
  blobSync,
  wanted,
  hasServer,
}: HostStorageDeps): AppStorage {
  async function files(): Promise<FileStorage> {
    const limit = await fileLimitBytes(database);
    const usage = await database.read(({ blobCache }) => blobCache.usage());
    return {
      totalBytes: usage.totalBytes,
      keptBytes: usage.pinnedBytes,
      freeableBytes: hasServer() ? usage.evictableBytes : 0,
      limitBytes: limit === noLimit ? null : limit,
    };
  }
  async function trim(limitBytes: number): Promise<void> {
    if (hasServer() && (await blobSync.trim(limitBytes)) > 0) wanted();
  }

  return {
    files,
    async setLimit(limitBytes) {
      const limit = limitBytes ?? noLimit;
      await database.write(({ meta }) => meta.set(limitKey, limit));
      await trim(limit);
      return files();
    },
    async free() {
      await trim(0);
      return files();
    },
  };
}
