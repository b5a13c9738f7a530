import { access } from "node:fs/promises";
import { join } from "node:path";
import { ok, type Result } from "@tidemark/core";
import type { OpenServerDatabase } from "@tidemark/db";
import type { DataFolder } from "@tidemark/db/node";
import type { Place } from "../cli/place-options.ts";
import { claimFolder } from "../start/claim-folder.ts";
import { openServerDatabase } from "../start/open-server-database.ts";
import { type StartError, startRefused } from "../start/start-error.ts";

/** Database that a command has opened, and its folder; null over PostgreSQL. */
export interface OpenPlace {
  readonly opened: OpenServerDatabase;
  readonly folder: DataFolder | null;
}

/**
 * Opens the database of an instance for a command, and adds it to `resources`. Over PostgreSQL servers may be running;
 * on a folder none may. Refuses a database that doesn't exist or that no server has used, and leaves it unchanged.
 */
export async function openPlace(
  { data, database }: Place,
  resources: AsyncDisposableStack,
): Promise<Result<OpenPlace, StartError>> {
  let folder: DataFolder | null = null;
  if (database === null) {
    const expected = join(data, "tidemark.db");
    // Opening would create one.
    if (!(await exists(expected))) return startRefused(`${expected}: no such file`);
    const claimed = await claimFolder(data);
    if (!claimed.ok) return claimed;
    folder = resources.use(claimed.value);
  }
  const file = folder?.databaseFile ?? "";
  const opened = await openServerDatabase({ database, file, mustExist: true });
  if (!opened.ok) return opened;
  return ok({ opened: resources.use(opened.value), folder });
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
