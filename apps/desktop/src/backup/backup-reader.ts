import { dirname, join } from "node:path";
import type { DeviceDatabase } from "@tidemark/core";
import { accountKey } from "@tidemark/core/sync/device";
import type { OpenDatabase } from "@tidemark/db";
import { contentFolder, databaseName, type KeptBackup } from "@tidemark/transfer/backup";
import { copyBackup, openCopy, removeCopy } from "./copied-backup.ts";
import type { ReadBackup } from "./single-memos/read-backup.ts";

/** Opens one backup at a time for reading. */
export interface BackupReader extends AsyncDisposable {
  /**
   * Opens a backup unless it is the one that is open, and runs `work` on it. Calls run one after another.
   * Throws a `BackupFailed` if the backup is unusable.
   */
  read<T>(backup: KeptBackup, work: (opened: ReadBackup) => Promise<T>): Promise<T>;
  /** Closes the open backup and deletes its copy. */
  leave(): Promise<void>;
}

interface Opened extends ReadBackup {
  readonly path: string;
  readonly copy: OpenDatabase<DeviceDatabase>;
}

const copyName = `${databaseName}.reading.partial`;

/** An abandoned page never closes the backup. */
const idleMs = 5 * 60_000;

/** Deletes the copy that an interrupted program was reading. */
export function removeReadCopy(dataDir: string): Promise<void> {
  return removeCopy(join(dataDir, copyName));
}

/**
 * Reads backups from a copy in the data folder, which is migrated if the backup is of an older version. The
 * backup itself is never written to.
 */
export function createBackupReader({
  dataDir,
  signal,
}: {
  readonly dataDir: string;
  readonly signal: AbortSignal;
}): BackupReader {
  const file = join(dataDir, copyName);
  let opened: Opened | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | null = null;

  async function close(): Promise<void> {
    const { copy } = opened ?? {};
    opened = null;
    await copy?.close();
    await removeReadCopy(dataDir);
  }

  async function open(backup: KeptBackup): Promise<Opened> {
    if (opened?.path === backup.path) return opened;
    await close();
    try {
      await copyBackup(backup, file, { signal });
      const copy = await openCopy(file);
      const user = await copy.database.read(({ meta }) => meta.get(accountKey));
      return (opened = {
        path: backup.path,
        copy,
        database: copy.database,
        user: user ?? "users/local",
        contents: contentFolder(dirname(backup.path)),
      });
    } catch (error) {
      await close();
      throw error;
    }
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (idle !== null) clearTimeout(idle);
    const result = turn.then(work);
    const rest = result.then(
      () => undefined,
      () => undefined,
    );
    turn = rest;
    void rest.then(() => {
      if (turn !== rest || opened === null) return;
      idle = setTimeout(() => void inTurn(close).catch(() => undefined), idleMs);
      idle.unref();
    });
    return result;
  }

  return {
    read: (backup, work) =>
      inTurn(async () => {
        signal.throwIfAborted();
        return work(await open(backup));
      }),
    leave: () => inTurn(close),
    async [Symbol.asyncDispose]() {
      await inTurn(close);
      if (idle !== null) clearTimeout(idle);
    },
  };
}
