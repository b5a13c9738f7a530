import { setTimeout as sleep } from "node:timers/promises";
import { ok, type Result } from "@tidemark/core";
import { OpenDatabaseError, type OpenServerDatabase } from "@tidemark/db";
import { openDatabase } from "@tidemark/db/node";
import { readFirstLine } from "../cli/read-line.ts";
import type { Place } from "../cli/place-options.ts";
import { type StartError, startRefused } from "./start-error.ts";

export interface WaitForDatabase {
  /** How long a database that does not answer is asked again. Milliseconds. */
  readonly forMs: number;
  readonly everyMs: number;
}

/** Containers start together, and a database takes a while to come back from a crash. */
const usualWait: WaitForDatabase = { forMs: 20_000, everyMs: 500 };

export interface OpenServerDatabaseOptions {
  readonly database: Place["database"];
  /** Of the database where it is no other program's. */
  readonly file: string;
  /** Whether one that no server has used is refused, and stays as it is. */
  readonly mustExist?: boolean;
  /** Called after each step that brings the schema up to date. */
  readonly onMigrate?: Parameters<typeof openDatabase>[0]["onMigrate"];
  /** Told of what fails in between: what a listener of commits threw, connections that were lost. */
  readonly onListenerError?: (error: unknown) => void;
  /** Told once, when it has to be waited for. */
  readonly onWait?: (error: OpenDatabaseError) => void;
  /** Ends the waiting, whatever it waits for. */
  readonly stopping?: AbortSignal;
  readonly wait?: WaitForDatabase;
}

/**
 * Opens where a server keeps everything but files: a file, or a database in PostgreSQL, which may take a
 * moment to answer. No message has a password in it.
 */
export async function openServerDatabase({
  database,
  file,
  onWait,
  stopping,
  wait = usualWait,
  ...options
}: OpenServerDatabaseOptions): Promise<Result<OpenServerDatabase, StartError>> {
  if (database === null) {
    return refusing(() => openDatabase({ file, role: "server", ...options }));
  }
  const url = await readDatabaseUrl(database);
  if (!url.ok) return url;
  const { openPostgres } = await import("@tidemark/db-postgres");
  const lastMs = Date.now() + wait.forMs;
  let isWaiting = false;
  return refusing(async () => {
    for (;;) {
      try {
        return await openPostgres({ url: url.value, stopping, ...options });
      } catch (error) {
        if (stopping?.aborted === true || !isUnreachable(error) || Date.now() >= lastMs)
          throw error;
        if (!isWaiting) onWait?.(error);
        isWaiting = true;
      }
      await sleep(wait.everyMs, null, { signal: stopping });
    }
  }, stopping);
}

/** The address of a database, which may stand in a file. */
export async function readDatabaseUrl(
  database: NonNullable<Place["database"]>,
): Promise<Result<string, StartError>> {
  if (typeof database === "string") return ok(database);
  const url = await readFirstLine(database.file);
  return url.ok ? url : startRefused(`--database-file: ${url.error}`);
}

/** Where a database cannot be opened, whoever starts is told why. */
export async function refusing<T>(
  open: () => Promise<T>,
  stopping?: AbortSignal,
): Promise<Result<T, StartError>> {
  try {
    return ok(await open());
  } catch (error) {
    if (stopping?.aborted === true) return { ok: false, error: stopped };
    if (error instanceof OpenDatabaseError) return startRefused(error.message);
    throw error;
  }
}

export const stopped: StartError = {
  type: "start-stopped",
  message: "ended while the database did not answer",
};

function isUnreachable(error: unknown): error is OpenDatabaseError {
  return error instanceof OpenDatabaseError && error.type === "unreachable";
}
