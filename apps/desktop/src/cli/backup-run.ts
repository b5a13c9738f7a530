import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join, resolve } from "node:path";
import { OpenDatabaseError } from "@tidemark/db";
import { openDatabase } from "@tidemark/db/node";
import { claimFolder } from "../socket/ask-host.ts";
import { type BackupSettings, type DeviceOwn, readDeviceOwn } from "@tidemark/replica";
import {
  backupFailure,
  databaseName,
  findBackup,
  type KeptBackup,
  listBackups,
} from "@tidemark/transfer/backup";
import manifest from "../../package.json" with { type: "json" };
import { makeBackup, usualFolder } from "../backup/make-backup.ts";
import { newProfileId } from "../backup/open-backups.ts";
import { readBackupFolder } from "../backup/read-backup-folder.ts";
import { prepareRestore, removeRestoring } from "../backup/restore-backup.ts";
import { openHost } from "../host/open-host.ts";
import type { BackupCommand } from "./backup-options.ts";
import { databaseRefused, folderRefused } from "./refused/refusals.ts";
import { StartRefused } from "./refused/start-refused.ts";
import type { TidemarkContext } from "./thread/tidemark-context.ts";

/** Runs a backup command on a data folder that no other program has open. */
export async function runBackupCommand(
  command: BackupCommand,
  context: TidemarkContext,
): Promise<void> {
  try {
    await run(command, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    // Expected failures are shown in one line, like a refused start.
    const known = backupFailure(error);
    throw known === null ? error : new StartRefused(known.message);
  }
}

async function run(command: BackupCommand, context: TidemarkContext): Promise<void> {
  const isThere = existsSync(join(command.dataDir, databaseName));
  if (!isThere && command.type === "backup") {
    throw new StartRefused(`there are no memos in ${command.dataDir}`);
  }
  switch (command.type) {
    case "backup":
      return await backUp(command, context);
    case "backups":
      return await list(command, context);
    case "restore":
      return await restore(command, context);
  }
}

async function backUp(
  { dataDir, to, isJson }: Extract<BackupCommand, { type: "backup" }>,
  { signal, log, print }: TidemarkContext,
): Promise<void> {
  await using resources = new AsyncDisposableStack();
  resources.use(await claim(dataDir));
  const host = await openHost({ dir: dataDir, isOffline: true, log }).catch((error: unknown) => {
    throw databaseRefused(error) ?? error;
  });
  resources.defer(() => host.close());
  log("Backing up.");
  const made = await host.backups.now({ why: "asked", ...(to !== null && { to }), signal });
  if (isJson) print(JSON.stringify(asJson(made)));
  else print(`backed up: ${tally(made)}, ${made.path}`);
}

async function list(
  { dataDir, from, isJson }: Extract<BackupCommand, { type: "backups" }>,
  { print }: TidemarkContext,
): Promise<void> {
  const backups = await listBackups(from ?? readBackupFolder(dataDir));
  if (isJson) {
    print(JSON.stringify(backups.map(asJson)));
    return;
  }
  for (const each of backups) {
    const time = new Date(each.manifest.madeMs).toISOString();
    print(`${each.name}  ${time}  ${tally(each)}  ${megabytes(each.manifest.bytes)}`);
  }
  print(`backups: ${backups.length}`);
}

async function restore(
  { dataDir, backup: asked, disconnects, isJson }: Extract<BackupCommand, { type: "restore" }>,
  { signal, log, print }: TidemarkContext,
): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const backup = await findAsked(dataDir, asked);
  if (backup === null) throw new StartRefused(`${asked} is no backup`);
  resources.use(await claim(dataDir));
  await removeRestoring(dataDir);
  const present = await lookAt(dataDir);
  const own = present === "none" || present === "broken" ? null : withSettings(present);
  if (present === "broken") log("What is here is damaged and cannot be backed up.");
  let before: KeptBackup | null = null;
  if (own !== null) {
    log("Backing up what is here.");
    before = await makeBackup({
      dataDir,
      folder: own.settings.folder ?? usualFolder(dataDir),
      why: "restore",
      profile: own.settings.id,
      device: hostname(),
      app: manifest.version,
      nowMs: Date.now,
      signal,
    });
  }
  log(`Restoring ${backup.name}.`);
  const prepared = await prepareRestore({
    dataDir,
    backup,
    own,
    disconnects,
    nowMs: Date.now,
    signal,
  });
  if (present === "broken") log(`What was here is ${await renameBroken(dataDir)} now.`);
  await prepared.put();
  const { memos, files } = backup.manifest;
  if (isJson) {
    const { files: here } = prepared;
    print(JSON.stringify({ ...asJson(backup), here, before: before?.path ?? null }));
    return;
  }
  if (prepared.files < files) print(`missing  ${files - prepared.files} files are not beside it`);
  if (before !== null) print(`What was here is in ${before.path}.`);
  print(`restored: ${memos} memos, ${prepared.files} files, from ${backup.name}`);
}

async function claim(dir: string): Promise<AsyncDisposable> {
  const folder = await claimFolder(dir);
  if (!folder.ok) throw folderRefused(folder.error);
  return folder.value;
}

/** Returns the settings that the device keeps across a restore. */
async function lookAt(dataDir: string): Promise<DeviceOwn | "none" | "broken"> {
  const file = join(dataDir, databaseName);
  if (!existsSync(file)) return "none";
  try {
    await using opened = await openDatabase({ file, role: "device" });
    return await readDeviceOwn(opened.database);
  } catch (error) {
    if (!(error instanceof OpenDatabaseError)) throw error;
    if (error.type === "damaged" || error.type === "not-a-database") return "broken";
    throw databaseRefused(error) ?? error;
  }
}

/** Adds settings to a profile that was never backed up, so it can recognise its backups. */
function withSettings(own: DeviceOwn): DeviceOwn & { readonly settings: BackupSettings } {
  const usual = {
    id: newProfileId(),
    folder: null,
    schedule: "daily",
    failure: null,
    restored: null,
    isOutcomeNew: false,
  } as const;
  return { ...own, settings: own.settings ?? usual };
}

/** Renames a database that can't be opened and returns the new name. */
async function renameBroken(dataDir: string): Promise<string> {
  const file = join(dataDir, databaseName);
  const aside = `${file}.broken-${Date.now()}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(file + suffix)) await rename(file + suffix, aside + suffix);
  }
  return basename(aside);
}

/** Finds a backup by its name in the profile's backup folder, or by its path. */
async function findAsked(dataDir: string, asked: string): Promise<KeptBackup | null> {
  if (!/[\\/]/.test(asked)) {
    const folder = readBackupFolder(dataDir);
    const named = await findBackup(join(folder, asked), asked);
    if (named !== null) return named;
  }
  const path = resolve(asked);
  return await findBackup(path, basename(path));
}

function asJson({ name, path, manifest: made }: KeptBackup): object {
  const { madeMs, why, memos, files, bytes, fileBytes, device } = made;
  return {
    name,
    path,
    made: new Date(madeMs).toISOString(),
    why,
    memos,
    files,
    bytes,
    fileBytes,
    device,
  };
}

function tally({ manifest: { memos, files } }: KeptBackup): string {
  return `${memos} memos, ${files} files`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
