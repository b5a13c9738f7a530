import type { WriteContext } from "./write-context.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import { nextUpdateMs } from "../clock/update-time.ts";
import type { CommitDeps } from "./commit-deps.ts";
import { commitMemo } from "./commit-memo.ts";
import { entityOf } from "./entity-of.ts";

/**
 * Updates the updateTime of one of the caller's memos because its attachments changed. This also updates its
 * seq and feed rows. The caller owns the transaction.
 */
export async function touchMemo(
  { stores, deps: { journal, clock }, caller }: WriteContext<Pick<CommitDeps, "journal" | "clock">>,
  id: string,
): Promise<void> {
  const record = await stores.memos.find(id);
  if (record === null) return;
  const before = await entityOf(stores, record);
  observeMemo(clock, before);
  const stamp = clock.tick();
  const atMs = clock.nowMs();
  const touched = await commitMemo(stores, journal, {
    before,
    ops: [{ kind: "memo.set", entity: id, stamp, set: { updatedMs: nextUpdateMs(record, atMs) } }],
    caller,
    textReason: "overwrite",
    atMs,
  });
  if (!touched.ok) throw new Error(`a memo could not be touched: ${touched.error.type}`);
}
