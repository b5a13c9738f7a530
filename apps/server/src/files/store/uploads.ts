import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";

/** What has not arrived whole within this time is dropped. */
const unfinishedMs = 7 * 24 * 60 * 60 * 1000;
/** The uploads that are under way, in a folder of their own. */
export interface Uploads {
  readonly store: FileStore;
  /** Drops what did not arrive whole in time. Returns how many. */
  expire(): Promise<number>;
}

export async function openUploads(dataFolder: string): Promise<Uploads> {
  const directory = join(dataFolder, "uploads");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const store = new FileStore({
    directory,
    expirationPeriodInMilliseconds: unfinishedMs,
  });
  return { store, expire: () => store.deleteExpired() };
}
