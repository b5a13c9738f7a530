import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { copyDatabase } from "@tidemark/db";
import { copyBlobs } from "./copy-blobs.ts";

/** Where the files of attachments are in a data folder, and beside a backup. */
export function keptBlobs(dataFolder: string): string {
  return join(dataFolder, "blobs", "kept");
}
export function backedUpBlobs(backup: string): string {
  return `${backup}.blobs`;
}

/**
 * Copies a data folder's database to `file` and its attachments' content to `<file>.blobs`, while a
 * server may be running on it. The database comes first, so that every file it names is there.
 * Returns one line about the outcome.
 */
export async function backUp(dataFolder: string, file: string): Promise<Result<string, string>> {
  await mkdir(dirname(file), { recursive: true });
  const copied = await copyDatabase(join(dataFolder, "tidemark.db"), file);
  if (!copied.ok) return err(copied.error.message);
  const blobs = await copyBlobs(keptBlobs(dataFolder), backedUpBlobs(file));
  if (blobs.damaged.length > 0) {
    return err(`${blobs.damaged.length} files are damaged, such as ${blobs.damaged[0] ?? ""}`);
  }
  return ok(`${copied.value.memos} memos and ${blobs.copied} new files in ${file}`);
}
