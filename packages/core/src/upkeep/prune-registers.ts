import type { ServerDatabase } from "../stores/server-database.ts";
import { raiseRegisterFloor } from "../register/register-floor.ts";
import { formatStamp } from "../clock/hybrid-clock.ts";
import { userScope } from "../model/scope.ts";

/**
 * Prunes up to `limit` settings and views that were removed before `beforeMs`. Devices receive a deletion as
 * for any entity that left. The register floor is raised to their newest stamp, so older values can't return
 * (S7a, S7b). Returns how many were pruned.
 */
export async function pruneRegisters(
  database: ServerDatabase,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  return database.write(async ({ registers, feed, meta }) => {
    const emptied = await registers.emptiedBefore(formatStamp(Math.max(0, beforeMs), 0, ""), limit);
    for (const { user, kind, id, stamp } of emptied) {
      await registers.remove(user, kind, id);
      await raiseRegisterFloor(meta, user, kind, stamp);
      const seq = await meta.nextSeq();
      await feed.put({ scope: userScope(user), kind, entity: id, seq, op: "del" });
    }
    return emptied.length;
  });
}
