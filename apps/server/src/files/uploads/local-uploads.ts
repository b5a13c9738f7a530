import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";
import { unfinishedMs, type Uploads } from "./uploads.ts";

/** Uploads to a single process, which writes them to its own folder as they arrive. */
export interface LocalUploads extends Uploads {
  readonly store: FileStore;
}

export async function openLocalUploads(directory: string): Promise<LocalUploads> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const store = new FileStore({
    directory,
    expirationPeriodInMilliseconds: unfinishedMs,
  });
  // The store creates it asynchronously too, and an error there would be uncaught. This call waits for that.
  await mkdir(directory, { recursive: true });
  const { configstore } = store;
  const ownerOf = async (id: string): Promise<string | null> =>
    (await configstore.get(id))?.metadata?.["user"] ?? null;
  return {
    store,
    isLimited: false,
    ownerOf,
    async unfinishedOf(user) {
      let count = 0;
      for (const id of (await configstore.list?.()) ?? []) {
        if ((await ownerOf(id)) === user) count += 1;
      }
      return count;
    },
    async *read(id) {
      yield* createReadStream(join(directory, id)) as AsyncIterable<Buffer>;
    },
    drop: (id) => store.remove(id),
    expire: () => store.deleteExpired(),
  };
}
