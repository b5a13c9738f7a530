import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { err, ok, type Result, type ServerDatabase, type ServerWriteStores } from "@tidemark/core";
import { beginEpoch } from "@tidemark/core/sync/server";
import { OpenDatabaseError } from "@tidemark/db";
import {
  holderInWords,
  inspectBackup,
  openDatabase,
  type DataFolder,
  openDataFolder,
  syncFolder,
} from "@tidemark/db/node";
import { contentFolder, databaseName, isTar } from "@tidemark/transfer/backup";
import { markerFile } from "../files/store/store-marker.ts";
import { backedUpBlobs, type BackedUpPlace, backedUpBlobFolder } from "./back-up.ts";
import { bringKey, hasOtherKey, unpackMoved } from "./moving-archive.ts";
import { copyBlobs, hashesIn } from "./copy-blobs.ts";
import { removeHead, newEpoch } from "./seq-mirror.ts";
import { userName } from "@tidemark/core/names";

/** Result of a restore. Files are counted by content; several attachments may share one. */
export interface Restored {
  readonly memos: number;
  /** Files copied from the backup. */
  readonly broughtFiles: number;
  /** Files in the database that neither the backup nor the folder has. */
  readonly missingFiles: number;
  /** Files of the backup whose content doesn't match their hash, and that weren't copied. */
  readonly damagedFiles: number;
  /** Folder or archive with the backup's files. */
  readonly blobs: string;
}

/**
 * Replaces a data folder's database with a backup, and keeps the former one as `tidemark.db.before-restore`.
 * The restored database has a new epoch, so devices assert their data and lose nothing. Sessions end, and so
 * do access tokens unless `keepTokens`. Refused without changes while a server runs on the folder, and for an
 * invalid backup.
 */
export async function restore(
  place: BackedUpPlace,
  file: string,
  { keepTokens }: { readonly keepTokens: boolean },
): Promise<Result<Restored, string>> {
  const found = await backupAt(file);
  if (found === null) return err(`${file}: no such file or folder`);
  const plain = found === "archive" ? null : inspected({ ...found, from: found.blobs, key: null });
  if (plain?.ok === false) return plain;
  const claimed = await openDataFolder(place.data);
  if (!claimed.ok) {
    const { error } = claimed;
    return err(
      error.type === "folder-in-use"
        ? `${error.path} is in use by ${holderInWords(error.pid)}; stop the server first`
        : `${error.path} cannot be used: ${error.reason}`,
    );
  }
  await using folder = claimed.value;
  if (plain !== null) return putBack(place, folder, plain.value, keepTokens);
  const unpacked = join(folder.path, "restoring");
  try {
    const parts = await unpackMoved(file, unpacked);
    if (!parts.ok) return parts;
    if (await hasOtherKey(folder.path, parts.value.key)) {
      return err(`${folder.path} has the key of another instance: restore into an empty folder`);
    }
    const backup = inspected({ ...parts.value, from: file });
    return backup.ok ? await putBack(place, folder, backup.value, keepTokens) : backup;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

type Folder = Pick<DataFolder, "path" | "databaseFile">;

interface Inspected extends BackupPlaces {
  /** Folder or archive that its files are from. */
  readonly from: string;
  readonly key: Uint8Array | null;
  readonly memos: number;
}

/** Inspects the database of a backup from an untrusted source. */
function inspected(backup: Omit<Inspected, "memos">): Result<Inspected, string> {
  const sound = inspectBackup(backup.database);
  return sound.ok ? ok({ ...backup, memos: sound.value.memos }) : err(sound.error.message);
}

/** Replaces the database of a claimed data folder by that of a checked backup. */
async function putBack(
  place: BackedUpPlace,
  folder: Folder,
  backup: Inspected,
  keepTokens: boolean,
): Promise<Result<Restored, string>> {
  const restoring = `${folder.databaseFile}.restoring`;
  await removeDatabase(restoring);
  await copyFile(backup.database, restoring);
  const prepared = await prepare(restoring, keepTokens);
  if (!prepared.ok) {
    await removeDatabase(restoring);
    return prepared;
  }
  const kept = await blobFolder(place);
  const blobs = await copyBlobs(backup.blobs, kept);
  const there = new Set(await hashesIn(kept));
  if (backup.key !== null) await bringKey(folder.path, backup.key);
  await removeHead(folder.path);
  // The files now belong to the restored database, which writes a new marker when it is served.
  await rm(markerFile(place.files ?? place.data), { force: true });
  await moveDatabase(folder.databaseFile, `${folder.databaseFile}.before-restore`);
  await rename(restoring, folder.databaseFile);
  await syncFolder(folder.path);
  return ok({
    memos: backup.memos,
    broughtFiles: blobs.copied,
    missingFiles: prepared.value.filter((hash) => !there.has(hash)).length,
    damagedFiles: blobs.damaged.length,
    blobs: backup.from,
  });
}

/** Database of a backup, and the folder of its files. */
interface BackupPlaces {
  readonly database: string;
  readonly blobs: string;
}

/**
 * Returns the parts of a backup: the file of a database, or a folder that a server made by itself. Null if it is
 * missing, `archive` for a file with everything in it.
 */
async function backupAt(path: string): Promise<BackupPlaces | "archive" | null> {
  const database = join(path, databaseName);
  if (await exists(database)) return { database, blobs: contentFolder(dirname(path)) };
  if (!(await exists(path))) return null;
  return (await isTar(path)) ? "archive" : { database: path, blobs: backedUpBlobs(path) };
}

/**
 * Migrates the copy, begins a new epoch and ends credentials before it can be used. Returns the hashes of the
 * content that it references.
 */
async function prepare(file: string, keepTokens: boolean): Promise<Result<string[], string>> {
  try {
    await using opened = await openDatabase({ file, role: "server" });
    await opened.database.write(async (stores) => {
      await beginEpoch(stores.meta, newEpoch(), Date.now());
      await endCredentials(stores, keepTokens);
    });
    return ok(await hashesNamed(opened.database));
  } catch (error) {
    if (error instanceof OpenDatabaseError) return err(error.message);
    throw error;
  }
}

const attachmentsAtOnce = 500;

async function hashesNamed(database: ServerDatabase): Promise<string[]> {
  const hashes = new Set<string>();
  for (let afterId: string | undefined = ""; afterId !== undefined;) {
    const after = afterId;
    afterId = await database.read(async ({ attachments }) => {
      const ids = await attachments.ids(after, attachmentsAtOnce);
      for (const { sha256 } of await attachments.findMany(ids)) {
        if (sha256 !== null) hashes.add(sha256);
      }
      return ids.at(-1);
    });
  }
  return [...hashes];
}

async function endCredentials(stores: ServerWriteStores, keepTokens: boolean): Promise<void> {
  for (const { username } of await stores.users.list()) {
    const user = userName(username);
    await stores.sessions.removeByUser(user, null);
    if (keepTokens) continue;
    const tokens = await stores.accessTokens.listByUser(user, null, Number.MAX_SAFE_INTEGER);
    for (const token of tokens) {
      await stores.accessTokens.update({ ...token, revokedMs: Date.now() });
    }
  }
}

const companions = ["", "-wal", "-shm"] as const;

async function removeDatabase(file: string): Promise<void> {
  for (const suffix of companions) await rm(file + suffix, { force: true });
}

/** Moves a database with its write-ahead log, which may contain the latest commits of a killed server. */
async function moveDatabase(from: string, to: string): Promise<void> {
  await removeDatabase(to);
  for (const suffix of companions) {
    if (await exists(from + suffix)) await rename(from + suffix, to + suffix);
  }
}

async function blobFolder(place: BackedUpPlace): Promise<string> {
  const folder = backedUpBlobFolder(place);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      (error.code === "ENOENT" || error.code === "ENOTDIR")
    ) {
      return false;
    }
    throw error;
  }
}
