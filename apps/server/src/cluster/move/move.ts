import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppFailure, ok, type Result, StorageError } from "@tidemark/core";
import { OpenDatabaseError } from "@tidemark/db";
import { openFolderBlobStore, openMoveSource } from "@tidemark/db/node";
import {
  beginMove,
  MoveError,
  moveTargetInWords,
  UnknownOutcomeError,
} from "@tidemark/db-postgres";
import type { MoveCommand } from "../../cli/move-command.ts";
import { openFiles, openMarker } from "../../files/store/open-files.ts";
import { claimFolder } from "../../start/claim-folder.ts";
import { filesMarkedKey, instanceId } from "../../start/instance-meta.ts";
import { readDatabaseUrl } from "../../start/open-server-database.ts";
import { movedAwayRefusal, noteMovedAway, removeMovedAway } from "../../start/moved-away.ts";
import { type StartError, startRefused } from "../../start/start-error.ts";
import { type MovedFiles, moveFiles } from "./move-files.ts";
import type { MoveReport } from "./move-report.ts";
import type { ProgressReporter } from "./report-progress.ts";

/**
 * Moves everything of a stopped server into an empty database in PostgreSQL, and its files where another
 * place for them is named. Whatever breaks it off, the folder is as it was, and the same call again clears
 * what came of it and succeeds. Once it is done, the folder says so, and is not served without a database;
 * also where the answer to its last statement is lost and cannot be asked for, which the error says.
 */
export async function move(
  command: MoveCommand,
  progress: ProgressReporter,
): Promise<Result<MoveReport, StartError>> {
  try {
    return await moveAll(command, progress);
  } catch (error) {
    if (isExpected(error)) return startRefused(error.message);
    throw error;
  }
}

async function moveAll(
  command: MoveCommand,
  progress: ProgressReporter,
): Promise<Result<MoveReport, StartError>> {
  const { from, database } = command;
  if (!existsSync(join(from, "tidemark.db"))) return startRefused(`${from} holds no tidemark.db`);
  const url = await readDatabaseUrl(database);
  if (!url.ok) return url;
  await using resources = new AsyncDisposableStack();
  const claimed = await claimFolder(from);
  if (!claimed.ok) return startRefused(`${claimed.error.message}; stop the server first`);
  const folder = resources.use(claimed.value);
  const beganMs = performance.now();
  const moved = await movedAwayRefusal(folder.path, moveTargetInWords(url.value));
  if (moved !== null) return startRefused(moved);

  const target = filesTarget(command);
  let instance = "";
  const source = resources.use(
    await openMoveSource({
      file: folder.databaseFile,
      prepare: async ({ meta }) => {
        if (target === null) return;
        instance = await instanceId(meta);
        await meta.set(filesMarkedKey, true);
      },
    }),
  );
  const moving = resources.use(await beginMove({ source, url: url.value }));
  const rows = await moving.copyRows(progress.rows);
  let files: MovedFiles | null = null;
  if (target !== null) {
    const copied = await copyFiles(command, { instance, named: moving.contents(), progress });
    if (!copied.ok) return copied;
    files = copied.value;
  }
  // Before the target may be served: at no moment are there two servers of one instance.
  await noteMovedAway(folder.path, { to: moving.target, atMs: Date.now() });
  try {
    await moving.finish();
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) await removeMovedAway(folder.path);
    throw error;
  }
  const keyFile = join(folder.path, "secret.key");
  return ok({
    from: folder.path,
    to: moving.target,
    epoch: moving.epoch,
    ...rows,
    files: { place: target ?? command.fromFiles, ...files },
    secretKeyFile: existsSync(keyFile) ? keyFile : null,
    closedMs: Math.round(performance.now() - beganMs),
  });
}

/** Where files go, in words; null: they stay. */
function filesTarget({ s3, files, fromFiles }: MoveCommand): string | null {
  if (s3 !== null) return `s3://${s3.bucket}`;
  return files === null || files === fromFiles ? null : files;
}

async function copyFiles(
  { from, fromFiles, files, s3 }: MoveCommand,
  {
    instance,
    named,
    progress,
  }: {
    readonly instance: string;
    readonly named: readonly string[];
    readonly progress: ProgressReporter;
  },
): Promise<Result<MovedFiles, StartError>> {
  using marker = await openMarker(files ?? fromFiles, s3);
  await marker.make(instance);
  if ((await marker.read()) !== instance) {
    return startRefused(`the files belong to another instance, according to ${marker.place}`);
  }
  const source = await openFolderBlobStore(join(fromFiles, "blobs"));
  const { blobs } = await openFiles(from, { s3, files });
  return ok(await moveFiles({ from: source, to: blobs }, named, progress.files));
}

/** What a person can do something about; everything else is a fault of the program. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof OpenDatabaseError ||
    error instanceof StorageError ||
    error instanceof MoveError ||
    error instanceof AppFailure ||
    (error instanceof Error && ("syscall" in error || "$metadata" in error))
  );
}
