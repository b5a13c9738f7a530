import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import type { NewAuditEntry } from "@tidemark/core";
import { copyDatabase, keepNewFilesPrivate, noteInAuditLog } from "@tidemark/db/node";
import { copyBlobs } from "./copy-blobs.ts";

/** Data folder, and the folder of its files; `files` is `null` if it is the same. */
export interface BackedUpPlace {
  readonly data: string;
  readonly files: string | null;
}

/** Returns the folder of the attachments' files, and the one next to a backup. */
export function backedUpBlobFolder({ data, files }: BackedUpPlace): string {
  return join(files ?? data, "blobs", "kept");
}
export function backedUpBlobs(backup: string): string {
  return `${backup}.blobs`;
}

/**
 * Copies a data folder's database to `file` and its attachments' content to `<file>.blobs`, while a server
 * may be running on it. The database is copied first, so every file it references exists. The backup is
 * recorded in the source's audit log and passed to `onAudit`. Returns one line about the result.
 */
export async function backUp(
  place: BackedUpPlace,
  file: string,
  onAudit: (entry: NewAuditEntry) => void = () => undefined,
): Promise<Result<string, string>> {
  const copied = await copyRecorded(place, file, onAudit);
  if (!copied.ok) return copied;
  const blobs = await copyBlobs(backedUpBlobFolder(place), backedUpBlobs(file));
  if (blobs.damaged.length > 0) {
    return err(`${blobs.damaged.length} files are damaged, such as ${blobs.damaged[0] ?? ""}`);
  }
  return ok(`${copied.value.memos} memos and ${blobs.copied} new files in ${file}`);
}

/** Copies the database of a data folder and records that. */
export async function copyRecorded(
  place: BackedUpPlace,
  file: string,
  onAudit: (entry: NewAuditEntry) => void,
): Promise<Result<{ readonly memos: number }, string>> {
  keepNewFilesPrivate();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const databaseFile = join(place.data, "tidemark.db");
  const copied = await copyDatabase(databaseFile, file);
  if (!copied.ok) return err(copied.error.message);
  const nobody = { actor: "", address: "" };
  const entry = { ...nobody, action: "export.backup", atMs: Date.now(), target: "" } as const;
  // A copy counts as an export even if that can't be recorded, for example in a read-only folder.
  await noteInAuditLog(databaseFile, entry);
  onAudit(entry);
  return copied;
}
