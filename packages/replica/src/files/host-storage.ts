import { type DeviceDatabase, defineMeta, metaForm } from "@tidemark/core";
import type { AppStorage, FileStorage } from "@tidemark/core/router";
import type { BlobSync } from "@tidemark/core/sync/device";

export interface HostStorageDeps {
  readonly database: DeviceDatabase;
  readonly blobSync: Pick<BlobSync, "trim">;
  /** Called when content was evicted whose thumbnails should be downloaded. */
  readonly wanted: () => void;
  /** Returns true if there is a server from which evicted content can be downloaded again. */
  readonly hasServer: () => boolean;
}

/** Limit in bytes for cached content of the server's files. */
const limitKey = defineMeta("blob_cache_bytes", metaForm.number);
const defaultLimitBytes = 2_000_000_000;
/** Stored as a number, so that it can be compared. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** Returns the limit in bytes for cached content of the server's files in this profile. */
export async function fileLimitBytes(database: DeviceDatabase): Promise<number> {
  const kept = await database.read(({ meta }) => meta.get(limitKey));
  return kept ?? defaultLimitBytes;
}

/** Returns the app router's storage functions for local files. */
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
