import { ok, type Result } from "@tidemark/core";
import { beginEpoch, epochKey } from "@tidemark/core/sync/server";
import { newEpoch, removeHead } from "../backup/seq-mirror.ts";
import type { Place } from "../cli/place-options.ts";
import { openPlace } from "./open-place.ts";
import { type StartError, startRefused } from "../start/start-error.ts";

/**
 * Begins a new epoch: devices assert all their data, so data that any of them still has is recovered. Used
 * for a database restored by other means than `restore`. Running servers on PostgreSQL adopt the epoch with
 * the next request; on a folder no server may run. A database that no server has used is refused and
 * unchanged. Returns one line about the result.
 */
export async function beginNewEpoch(place: Place): Promise<Result<string, StartError>> {
  await using resources = new AsyncDisposableStack();
  const open = await openPlace(place, resources);
  if (!open.ok) return open;
  const { opened, folder } = open.value;
  const begun = await opened.database.write(async ({ meta }) => {
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
