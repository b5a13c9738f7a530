import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { err, ok, type Result, type ServerDatabase, type ServerWriteStores } from "@tidemark/core";
import { beginEpoch } from "@tidemark/core/sync/server";
import { OpenDatabaseError } from "@tidemark/db";
import {
  holderInWords,
  inspectBackup,
  openDatabase,
  openDataFolder,
  syncFolder,
} from "@tidemark/db/node";
import { markerFile } from "../files/store/store-marker.ts";
import { backedUpBlobs, type BackedUpPlace, keptBlobs } from "./back-up.ts";
import { copyBlobs, hashesIn } from "./copy-blobs.ts";
import { removeHead, newEpoch } from "./head-mirror.ts";
import { userName } from "@tidemark/core/names";

/** Counts of a restore. Files are counted by content: several attachments may share one. */
export interface Restored {
  readonly memos: number;
  /** Copied from beside the backup. */
  readonly broughtFiles: number;
  /** Named by the database, and neither beside the backup nor in the folder. */
  readonly missingFiles: number;
  /** Beside the backup, with other content than their name says: they were not copied. */
  readonly damagedFiles: number;
}

/**
 * Puts a backup in the place of a data folder's database, which is kept beside it as
 * `tidemark.db.before-restore`. The restored one has a new epoch, so that devices state what they
 * have and nothing of it is lost; sessions end, and access tokens unless `keepTokens`. Refused while
 * a server runs on the folder, and for what is no sound backup: then nothing has changed.
 */
export async function restore(
  place: BackedUpPlace,
  file: string,
  { keepTokens }: { readonly keepTokens: boolean },
): Promise<Result<Restored, string>> {
  if (!(await exists(file))) return err(`${file}: no such file`);
  const sound = inspectBackup(file);
  if (!sound.ok) return err(sound.error.message);
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
  const restoring = `${folder.databaseFile}.restoring`;
  await removeDatabase(restoring);
  await copyFile(file, restoring);
  const prepared = await prepare(restoring, keepTokens);
  if (!prepared.ok) {
    await removeDatabase(restoring);
    return prepared;
  }
  const kept = await blobFolder(place);
  const blobs = await copyBlobs(backedUpBlobs(file), kept);
  const found = new Set(await hashesIn(kept));
  await removeHead(folder.path);
  // The files are those of the restored database from now on, which says so when it is served.
  await rm(markerFile(place.files ?? place.data), { force: true });
  await moveDatabase(folder.databaseFile, `${folder.databaseFile}.before-restore`);
  await rename(restoring, folder.databaseFile);
  await syncFolder(folder.path);
  return ok({
    memos: sound.value.memos,
    broughtFiles: blobs.copied,
    missingFiles: prepared.value.filter((hash) => !found.has(hash)).length,
    damagedFiles: blobs.damaged.length,
  });
}

/**
 * Brings the copy up to date and makes it a database of its own, before anybody can use it. Returns the
 * hashes of the content that it names.
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

/** With its write-ahead log, which may hold the newest commits of a server that was killed. */
async function moveDatabase(from: string, to: string): Promise<void> {
  await removeDatabase(to);
  for (const suffix of companions) {
    if (await exists(from + suffix)) await rename(from + suffix, to + suffix);
  }
}

async function blobFolder(place: BackedUpPlace): Promise<string> {
  const folder = keptBlobs(place);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
