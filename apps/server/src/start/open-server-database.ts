import { setTimeout as sleep } from "node:timers/promises";
import { ok, type Result } from "@tidemark/core";
import { OpenDatabaseError, type OpenServerDatabase } from "@tidemark/db";
import { openDatabase } from "@tidemark/db/node";
import { readFirstLine } from "../cli/read-line.ts";
import type { Place } from "../cli/place-options.ts";
import { type StartError, startRefused } from "./start-error.ts";

export interface WaitForDatabase {
  /** Time in milliseconds during which an unresponsive database is retried. */
  readonly forMs: number;
  readonly everyMs: number;
}

/** Containers start together, and a database takes time to recover from a crash. */
const usualWait: WaitForDatabase = { forMs: 20_000, everyMs: 500 };

export interface OpenServerDatabaseOptions {
  readonly database: Place["database"];
  /** File of the database if it isn't PostgreSQL. */
  readonly file: string;
  /** True to refuse a database that no server has used, and leave it unchanged. */
  readonly mustExist?: boolean;
  /** Called after each step that brings the schema up to date. */
  readonly onMigrate?: Parameters<typeof openDatabase>[0]["onMigrate"];
  /** Called with background errors: of commit listeners, and lost connections. */
  readonly onListenerError?: (error: unknown) => void;
  /** Called once if the database must be waited for. */
  readonly onWait?: (error: OpenDatabaseError) => void;
  /** Aborts any waiting. */
  readonly stopping?: AbortSignal;
  readonly wait?: WaitForDatabase;
}

/**
 * Opens the server's database: a file, or PostgreSQL, which may take a moment to respond. Messages never
 * contain a password.
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

/** Returns the address of a database, from its file if it is in one. */
export async function readDatabaseUrl(
  database: NonNullable<Place["database"]>,
): Promise<Result<string, StartError>> {
  if (typeof database === "string") return ok(database);
  const url = await readFirstLine(database.file);
  return url.ok ? url : startRefused(`--database-file: ${url.error}`);
}

/** Runs `open`, and turns a failure to open the database into a refusal to start. */
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
