import type { ServerDatabase } from "../stores/server-database.ts";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Caller } from "../model/caller.ts";
import { commitMemo } from "../commit/commit-memo.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import type { MemoEntity } from "../model/memo.ts";
import { entityOf } from "../commit/entity-of.ts";
import type { StreamRecord } from "../stores/sync-stores.ts";
import type { WriteStores } from "../stores/database.ts";
import { keepEnded, memoText } from "../sync/generations/rebase-edits.ts";
import { wentBackMs } from "../sync/server/epoch.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import { stampMs } from "../model/stamp.ts";
import { stampOf } from "../model/memo.ts";
import { lastTextName } from "../sync/generations/whole-text.ts";
import { memoToPut } from "../sync/protocol/wire-memo.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { text } from "../stores/meta/meta-form.ts";

const dayMs = 86_400_000;
/** Time without changes after which a memo's document is renewed. */
const quietMs = 30 * dayMs;
/** Time without changes after which a document with too much history is renewed. */
const largeQuietMs = 3_600_000;
/** Time after which an unseen device is ignored. Its pending edits are merged later. */
const activeMs = 30 * dayMs;
/**
 * Time after a restore during which nothing is renewed, as long as a device may stay away. A device may bring
 * a renewal that is newer than the backup. A second renewal could be merged with it only as text.
 */
const restoredMs = 180 * dayMs;
/** Id of the last memo that was checked. */
const positionKey = defineMeta("renew_after", text);

/**
 * Checks up to `limit` memos with a stored document, cycling through all of them. Renews documents that are
 * quiet, or larger than 4 × the text + 4 KB. Every active device of their creator must have the current
 * document first. The ended document is stored for devices that return with edits of it. Returns how many
 * were renewed.
 */
export async function renewDocuments(
  deps: Pick<MemoDeps<ServerDatabase>, "database" | "journal" | "clock">,
  limit: number,
): Promise<number> {
  return deps.database.write(async (stores) => {
    const nowMs = deps.clock.nowMs();
    const restoredAt = await wentBackMs(stores.meta);
    if (restoredAt !== null && nowMs - restoredAt < restoredMs) return 0;
    const streams = await stores.streams.seenSince(nowMs - activeMs);
    const after = (await stores.meta.get(positionKey)) ?? "";
    const ids = await stores.memos.idsWithDocument(after, limit);
    await stores.meta.set(positionKey, ids.length < limit ? null : (ids.at(-1) ?? null));
    let renewed = 0;
    for (const id of ids) {
      const record = await stores.memos.find(id);
      if (record === null) continue;
      const entity = await entityOf(stores, record);
      if (!isDue(entity, nowMs) || !isConfirmed(entity, streams)) continue;
      await renew(deps, stores, entity, nowMs);
      renewed += 1;
    }
    return renewed;
  });
}

function isDue({ row, text }: MemoEntity, nowMs: number): boolean {
  const idleMs = nowMs - stampMs(stampOf(row.stamps, "updatedMs"));
  if (idleMs >= quietMs) return true;
  const bytes = text.state?.length ?? 0;
  return idleMs >= largeQuietMs && bytes > 4 * utf8ToBytes(row.content).length + 4096;
}

function isConfirmed({ row }: MemoEntity, streams: readonly StreamRecord[]): boolean {
  return streams.every(({ user, confirmedSeq }) => user !== row.creator || confirmedSeq >= row.seq);
}

async function renew(
  deps: Pick<MemoDeps, "journal">,
  stores: WriteStores,
  entity: MemoEntity,
  atMs: number,
): Promise<void> {
  const { id, content, creator } = entity.row;
  const { gen } = entity.text;
  const next = gen + 1;
  const op: MemoOp = memoToPut({
    ...entity,
    row: { ...entity.row, gen: next },
    text: { gen: next, state: null },
  });
  const caller: Caller = { name: creator, role: "USER", spaces: [], scope: null, device: "upkeep" };
  if (!(await keepEnded(stores, memoText(entity), atMs))) {
    await stores.pastTexts.keep({
      memo: id,
      sha: lastTextName(gen),
      content,
      atMs,
      isServed: true,
    });
  }
  const done = await commitMemo(stores, deps.journal, {
    before: entity,
    ops: [op],
    caller,
    textReason: "edit",
    atMs,
  });
  if (!done.ok) throw new Error(`a document could not be renewed: ${done.error.type}`);
}
