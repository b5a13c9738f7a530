import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { err, ok, type NewAuditEntry, type Result } from "@tidemark/core";
import { backupFailure, databaseName, packFiles, unpackFiles } from "@tidemark/transfer/backup";
import { type BackedUpPlace, backedUpBlobFolder, copyRecorded } from "./back-up.ts";
import { hashesIn } from "./copy-blobs.ts";

// Archive for moving an instance: a tar with its database, its key and its files.

const keyName = "secret.key";
const expected = /^(?:tidemark\.db|secret\.key|blobs\/[0-9a-f]{2}\/[0-9a-f]{64})$/;
/** Far above the size of a key. */
const maxKeyBytes = 4096;

/** Parts of an unpacked archive. */
export interface MovedParts {
  readonly database: string;
  readonly blobs: string;
  readonly key: Uint8Array;
}

/** Writes database, files and key into one archive, while a server may be running. Returns one line about it. */
export async function backUpWithKey(
  place: BackedUpPlace,
  keyFile: string,
  out: string,
  onAudit: (entry: NewAuditEntry) => void,
): Promise<Result<string, string>> {
  const size = await sizeOf(keyFile);
  if (size === null || size > maxKeyBytes) return err(`${keyFile} is no key of an instance`);
  const copy = `${out}.database`;
  try {
    const copied = await copyRecorded(place, copy, onAudit);
    if (!copied.ok) return copied;
    const blobs = backedUpBlobFolder(place);
    const hashes = await hashesIn(blobs);
    await packFiles(out, [
      { name: databaseName, path: copy },
      { name: keyName, path: keyFile },
      ...hashes.map((hash) => {
        const place = `${hash.slice(0, 2)}/${hash}`;
        return { name: `blobs/${place}`, path: join(blobs, place) };
      }),
    ]);
    return ok(`${copied.value.memos} memos, ${hashes.length} files and the key in ${out}`);
  } catch (error) {
    return failed(error);
  } finally {
    await rm(copy, { force: true });
  }
}

/** Unpacks an archive into a new folder, which the caller removes. */
export async function unpackMoved(
  file: string,
  folder: string,
): Promise<Result<MovedParts, string>> {
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    await unpackFiles(file, folder, (name) => expected.test(name));
    const database = join(folder, databaseName);
    const size = await sizeOf(join(folder, keyName));
    if (size === null || size > maxKeyBytes || (await sizeOf(database)) === null) {
      return err(`${file} lacks a database or a key`);
    }
    const key = await readFile(join(folder, keyName));
    return ok({ database, blobs: join(folder, "blobs"), key });
  } catch (error) {
    return failed(error);
  }
}

/** Returns true if a folder has another key, which a restore must not replace. */
export async function hasOtherKey(data: string, key: Uint8Array): Promise<boolean> {
  const path = join(data, keyName);
  return (await sizeOf(path)) !== null && !(await readFile(path)).equals(key);
}

/** Writes a key into a data folder. */
export async function bringKey(data: string, key: Uint8Array): Promise<void> {
  await writeFile(join(data, keyName), key, { mode: 0o600, flush: true });
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

function failed(error: unknown): Result<never, string> {
  const known = backupFailure(error);
  if (known === null) throw error;
  return err(known.message);
}
