import { randomBytes } from "node:crypto";
import { access, constants } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import {
  type AppError,
  appError,
  err,
  invalidField,
  notFound,
  ok,
  type Result,
} from "@tidemark/core";
import type { BackupEntry, BackupFailure, BackupReason, BackupsState } from "@tidemark/core/router";
import {
  type BackupParts,
  type BackupSettings,
  backupSettingsKey,
  changedValue,
  type ProfileBackups,
  readDeviceOwn,
} from "@tidemark/replica";
import {
  BackupFailed,
  backupFailure,
  type KeptBackup,
  listBackups,
  makeFolder,
  bringKept,
} from "@tidemark/transfer/backup";
import { makeBackup, profileContentFolder, usualFolder } from "./make-backup.ts";
import { type Prepared, prepareRestore, removeRestoring } from "./restore-backup.ts";
import { isDue } from "./schedule.ts";
import { createBackupReader } from "./backup-reader.ts";
import { createSingleMemos } from "./single-memos/single-memos.ts";

export interface OpenBackupsOptions extends BackupParts {
  readonly dataDir: string;
  /** Version of the program. */
  readonly app: string;
  /** True if scheduled backups run, which needs the app to stay open. */
  readonly isScheduled: boolean;
  /** Called once a restore is prepared: closes the profile, calls `finish`, and reopens the profile. */
  readonly onPrepared: (finish: FinishRestore) => void;
  /** Error of the last restore, or null if it succeeded. */
  readonly failure: BackupFailure | null;
}

/** Backs up the current data, then puts the prepared backup in place. The database must be closed. */
export type FinishRestore = (signal: AbortSignal) => Promise<void>;

/** A profile's backups, as used by the app, the command line and other parts. */
export interface DeviceBackups extends ProfileBackups {
  /** Makes a backup in the configured folder, or in `to`. Throws like `makeBackup`. */
  now(options: {
    readonly why: BackupReason;
    readonly to?: string;
    readonly signal: AbortSignal;
  }): Promise<KeptBackup>;
  /** Starts a backup if one is due; also called on a timer. */
  look(): Promise<void>;
}

/** Delay before the first check. It doesn't slow startup, but a daily user still gets a backup. */
const firstLookMs = 60_000;
const lookEveryMs = 10 * 60_000;

/** Returns an id by which a profile recognises its own backups. */
export function newProfileId(): string {
  return randomBytes(8).toString("hex");
}

/** Backs up a profile, on a schedule and on request, and restores it. */
export async function openBackups(options: OpenBackupsOptions): Promise<DeviceBackups> {
  const { dataDir, database, onChange, log } = options;
  const closing = new AbortController();
  let settings = await database.read(({ meta }) => meta.get(backupSettingsKey));
  let atWork: BackupsState["atWork"] = null;
  let work: Promise<unknown> = Promise.resolve();

  const current = (): BackupSettings =>
    (settings ??= {
      id: newProfileId(),
      folder: null,
      schedule: "daily",
      failure: null,
      restored: null,
      isOutcomeNew: false,
    });
  const folder = (): string => current().folder ?? usualFolder(dataDir);

  async function change(changed: Partial<BackupSettings>): Promise<void> {
    const next = { ...current(), ...changed };
    settings = next;
    await database.write(({ meta }) => meta.set(backupSettingsKey, next));
    onChange();
  }

  /**
   * Throws if the folder that the user chose is missing. It isn't created: an unmounted disk would otherwise
   * become a folder on another disk.
   */
  async function refuseMissing(): Promise<void> {
    const chosen = current().folder;
    if (chosen === null) return;
    try {
      await access(chosen, constants.W_OK);
    } catch (error) {
      throw new BackupFailed("folder", error instanceof Error ? error.message : chosen);
    }
  }

  const optionsOf = (why: BackupReason, signal: AbortSignal, to = folder()) => ({
    dataDir,
    folder: to,
    why,
    profile: current().id,
    device: options.deviceName(),
    app: options.app,
    nowMs: Date.now,
    signal,
  });

  async function now(why: BackupReason, signal: AbortSignal, to?: string): Promise<KeptBackup> {
    if (to === undefined) await refuseMissing();
    // Saves the profile's id, so later backups recognise this one.
    await change({});
    return makeBackup(optionsOf(why, signal, to));
  }

  async function prepare(backup: KeptBackup, disconnects: boolean): Promise<void> {
    const { signal } = closing;
    await refuseMissing();
    await change({});
    // Copies most of the current contents now, while the app stays usable.
    await makeFolder(folder());
    await bringKept({ contents: profileContentFolder(dataDir), folder: folder() }, signal);
    const own = await readDeviceOwn(database);
    const prepared: Prepared = await prepareRestore({
      dataDir,
      backup,
      own,
      present: database,
      disconnects,
      nowMs: Date.now,
      signal,
    });
    options.onPrepared(async (ending) => {
      try {
        await makeBackup(optionsOf("restore", ending));
        await prepared.put();
      } catch (error) {
        await removeRestoring(dataDir);
        throw error;
      }
    });
  }

  /** Runs in the background, one task at a time. */
  function begin(of: "backup" | "restore", act: () => Promise<unknown>): void {
    atWork = of;
    onChange();
    work = (async () => {
      try {
        await act();
        // A successful restore closes this instance; the next one continues.
        if (of === "backup") {
          atWork = null;
          await change({ failure: null });
        }
      } catch (error) {
        atWork = null;
        const isOutcomeNew = of === "restore" || current().isOutcomeNew;
        if (!closing.signal.aborted) {
          await change({ failure: failureOf(of, error, log), isOutcomeNew });
        }
      }
    })().catch((error: unknown) => log(`backups: ${String(error)}`));
  }

  async function look(): Promise<void> {
    if (atWork !== null) return;
    const { schedule, failure, id } = current();
    const newest = (await listBackups(folder())).find(({ manifest }) => manifest.profile === id);
    const last = newest?.manifest ?? null;
    if (!isDue({ schedule, failure, lastMs: last?.madeMs ?? null, nowMs: Date.now() })) return;
    const changed = await changedValue(database);
    // A profile that was never written to needs no backup.
    if (changed === null || changed === last?.changed || atWork !== null) return;
    begin("backup", () => now("schedule", closing.signal));
  }

  async function state(): Promise<BackupsState> {
    const { schedule, failure, restored, id } = current();
    const backups = await listBackups(folder()).catch(() => []);
    return {
      folder: folder(),
      isUsualFolder: current().folder === null,
      schedule,
      atWork,
      failure,
      restored,
      backups: backups.map((each) => entryOf(each, id)),
    };
  }

  const timers = options.isScheduled ? lookNowAndThen(() => void look().catch(logged)) : [];
  const logged = (error: unknown): void => log(`backups: ${String(error)}`);
  if (options.failure !== null) {
    await change({ failure: options.failure, restored: null, isOutcomeNew: true });
  }
  const find = async (name: string): Promise<KeptBackup | null> =>
    (await listBackups(folder())).find((each) => each.name === name) ?? null;
  const reader = createBackupReader({ dataDir, signal: closing.signal });

  return {
    app: {
      state,
      async configure({ folder: given, schedule }) {
        if (atWork !== null) return err(busy());
        if (given !== undefined && given !== null) {
          const refused = await refusedFolder(dataDir, given);
          if (refused !== null) return err(refused);
        }
        await change({
          ...(schedule !== undefined && { schedule }),
          ...(given !== undefined && { folder: given === null ? null : resolve(given) }),
          failure: null,
        });
        return ok(await state());
      },
      async backUp() {
        if (atWork !== null || closing.signal.aborted) return err(busy());
        begin("backup", () => now("asked", closing.signal));
        return ok(await state());
      },
      async restore(name, { disconnects }): Promise<Result<BackupsState, AppError>> {
        const backup = await find(name);
        if (backup === null) return err(notFound());
        if (atWork !== null || closing.signal.aborted) return err(busy());
        begin("restore", () => prepare(backup, disconnects));
        return ok(await state());
      },
      async outcome() {
        const { isOutcomeNew, restored, failure } = current();
        if (!isOutcomeNew) return null;
        if (failure?.of === "restore") return { restored: null, failure };
        return restored === null ? null : { restored, failure: null };
      },
      seeOutcome: () => change({ isOutcomeNew: false }),
      ...createSingleMemos({
        services: options.services,
        async read(name, work) {
          const backup = await find(name);
          return backup === null ? null : reader.read(backup, work);
        },
        leave: () => reader.leave(),
        failureCode: (error) => failureOf("restore", error, log).code,
        signal: closing.signal,
      }),
    },
    now: ({ why, to, signal }) => now(why, AbortSignal.any([signal, closing.signal]), to),
    look,
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer);
      closing.abort(new Error("the profile is closed"));
      await work;
      await reader[Symbol.asyncDispose]();
    },
  };
}

const busy = (): AppError => appError("FAILED_PRECONDITION", "a backup is at work");

function lookNowAndThen(look: () => void): NodeJS.Timeout[] {
  const timers = [setTimeout(look, firstLookMs), setInterval(look, lookEveryMs)];
  for (const timer of timers) timer.unref();
  return timers;
}

/** Returns null if backups may be written to the folder. */
async function refusedFolder(dataDir: string, given: string): Promise<AppError | null> {
  const refused = (issue: string): AppError => invalidField("folder", issue);
  if (!isAbsolute(given)) return refused("say the whole path");
  const inside = relative(dataDir, resolve(given));
  const isInside = !inside.startsWith("..") && !isAbsolute(inside);
  if (isInside && resolve(given) !== usualFolder(dataDir)) {
    return refused("it is part of the data folder");
  }
  try {
    await makeFolder(given);
    await access(given, constants.W_OK);
    return null;
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the failure to show. Unexpected errors are also logged. */
export function failureOf(
  of: BackupFailure["of"],
  error: unknown,
  log: (line: string) => void,
): BackupFailure {
  const known = backupFailure(error);
  const words = error instanceof Error ? error.message : String(error);
  if (known === null) log(`${of}: ${error instanceof Error ? (error.stack ?? words) : words}`);
  return { of, code: known?.code ?? "failed", words, atMs: Date.now() };
}

function entryOf({ name, manifest }: KeptBackup, id: string): BackupEntry {
  const { madeMs, why, memos, files, bytes, fileBytes, device } = manifest;
  return {
    name,
    madeMs,
    why,
    memos,
    files,
    bytes,
    fileBytes,
    device,
    isOwn: manifest.profile === id,
  };
}
