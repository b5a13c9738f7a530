import { ok, type Result } from "@tidemark/core";
import { beginEpoch } from "@tidemark/core/sync/server";
import { newEpoch, removeHead } from "../backup/head-mirror.ts";
import type { Place } from "../cli/place-options.ts";
import { claimFolder } from "../start/claim-folder.ts";
import { openServerDatabase } from "../start/open-server-database.ts";
import type { StartError } from "../start/start-error.ts";

/**
 * Begins a new epoch: each device states what it has, so that what any of them still holds comes back. For a
 * database that was restored by other means than `restore`. Gives one line about the outcome.
 */
export async function beginNewEpoch({
  data,
  database,
}: Place): Promise<Result<string, StartError>> {
  await using stack = new AsyncDisposableStack();
  let file = "";
  if (database === null) {
    const claimed = await claimFolder(data);
    if (!claimed.ok) return claimed;
    file = stack.use(claimed.value).databaseFile;
    await removeHead(claimed.value.path);
  }
  const opened = await openServerDatabase({ database, file });
  if (!opened.ok) return opened;
  const open = stack.use(opened.value);
  await open.database.write(({ meta }) => beginEpoch(meta, newEpoch(), Date.now()));
  return ok("devices state what they have");
}
