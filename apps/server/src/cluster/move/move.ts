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
 * Moves a stopped server into an empty PostgreSQL database, and its files if another location is given. If it
 * is interrupted, the folder is unchanged, and running it again cleans up and succeeds. Afterwards the folder
 * is marked as moved and refuses to be served without a database. That also applies if the result of the
 * final statement is unknown, which the error states.
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
  // Marked before the target can be served, so two servers of one instance never run.
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

/** Describes the target of the files; null if they aren't moved. */
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

/** True for errors that the operator can fix; others are bugs. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof OpenDatabaseError ||
    error instanceof StorageError ||
    error instanceof MoveError ||
    error instanceof AppFailure ||
    (error instanceof Error && ("syscall" in error || "$metadata" in error))
  );
}
