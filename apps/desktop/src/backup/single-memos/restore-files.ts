import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { AttachmentRecord, Caller } from "@tidemark/core/model";
import type { ProfileServices } from "@tidemark/replica";
import type { ReadBackup } from "./read-backup.ts";

/** Files of a memo that came back. */
export interface RestoredFiles {
  /** Ids on this device by id in the backup; they differ for files that were removed for good. */
  readonly ids: ReadonlyMap<string, string>;
  /** Ids of files that were created for it. */
  readonly made: readonly string[];
  /** Number of files whose content isn't in the backup or isn't accepted. */
  readonly missing: number;
}

/** Brings files of a backup's memo back, to be attached to a memo. A file that is still here is reused. */
export async function restoreFiles(
  backup: ReadBackup,
  services: ProfileServices,
  who: Caller,
  files: readonly AttachmentRecord[],
): Promise<RestoredFiles> {
  const present = await services.memoDeps.database.read(({ attachments }) =>
    attachments.findMany(files.map(({ id }) => id)),
  );
  const loose = new Set(
    present.filter((file) => file.creator === who.name && file.memo === null).map(({ id }) => id),
  );
  const ids = new Map<string, string>();
  const made: string[] = [];
  for (const file of files) {
    const id = loose.has(file.id) ? file.id : await makeFile(backup, services, who, file);
    if (id === null) continue;
    ids.set(file.id, id);
    if (id !== file.id) made.push(id);
  }
  return { ids, made, missing: files.length - ids.size };
}

/** Creates a file anew; null if its content isn't available. */
async function makeFile(
  { contents }: ReadBackup,
  { attachments, blobs }: ProfileServices,
  who: Caller,
  { filename, type, sha256, externalLink, metadata, motion }: AttachmentRecord,
): Promise<string | null> {
  if (sha256 === null) {
    const linked = await attachments.create(who, { externalLink, filename, type });
    return linked.ok ? linked.value.id : null;
  }
  const source = (await blobs.open(sha256)) ?? readContent(contents, sha256);
  const received = await attachments
    .receive(who, { filename, type }, source)
    .catch((error: unknown) => {
      if (isOfTheContent(error)) return null;
      throw error;
    });
  if (received?.ok !== true) return null;
  await using file = received.value;
  // Anyone may have changed the folder of the backups.
  if ((await file.blob.sha256()) !== sha256) return null;
  const made = await attachments.create(who, {
    file,
    ...(motion !== null && { motion }),
    ...(metadata !== null && { metadata }),
  });
  return made.ok ? made.value.id : null;
}

class NoContent extends Error {}

function isOfTheContent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return error instanceof NoContent || code === "ENOENT" || code === "EACCES" || code === "EISDIR";
}

async function* readContent(folder: string, sha256: string): AsyncGenerator<Uint8Array> {
  const path = join(folder, sha256.slice(0, 2), sha256);
  // O_NONBLOCK: opening a pipe doesn't wait for a writer.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (!(await file.stat()).isFile()) throw new NoContent(`${path} is no file`);
  yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
}
