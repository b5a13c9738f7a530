import { access } from "node:fs/promises";
import { join } from "node:path";
import { ok, type Result } from "@tidemark/core";
import { beginEpoch, epochKey } from "@tidemark/core/sync/server";
import type { DataFolder } from "@tidemark/db/node";
import { newEpoch, removeHead } from "../backup/seq-mirror.ts";
import type { Place } from "../cli/place-options.ts";
import { claimFolder } from "../start/claim-folder.ts";
import { openServerDatabase } from "../start/open-server-database.ts";
import { type StartError, startRefused } from "../start/start-error.ts";

/**
 * Begins a new epoch: devices assert all their data, so data that any of them still has is recovered. Used
 * for a database restored by other means than `restore`. Running servers on PostgreSQL adopt the epoch with
 * the next request; on a folder no server may run. A database that no server has used is refused and
 * unchanged. Returns one line about the result.
 */
export async function beginNewEpoch({
  data,
  database,
}: Place): Promise<Result<string, StartError>> {
  await using stack = new AsyncDisposableStack();
  let folder: DataFolder | null = null;
  if (database === null) {
    const expected = join(data, "tidemark.db");
    // Opening would create one.
    if (!(await exists(expected))) return startRefused(`${expected}: no such file`);
    const claimed = await claimFolder(data);
    if (!claimed.ok) return claimed;
    folder = stack.use(claimed.value);
  }
  const opened = await openServerDatabase({
    database,
    file: folder?.databaseFile ?? "",
    mustExist: true,
  });
  if (!opened.ok) return opened;
  const open = stack.use(opened.value);
  const begun = await open.database.write(async ({ meta }) => {
    if ((await meta.get(epochKey)) === null) {
      return startRefused("this database has never been used by a server");
    }
    const headSeq = await meta.headSeq();
    await beginEpoch(meta, newEpoch(), Date.now());
    return ok(`begun at change ${headSeq}: devices will send their data again`);
  });
  // The head mirror doesn't apply to another epoch.
  if (begun.ok && folder !== null) await removeHead(folder.path);
  return begun;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
