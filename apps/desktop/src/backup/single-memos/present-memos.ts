import type { DeviceDatabase } from "@tidemark/core";
import type { AttachmentRecord, MemoRecord } from "@tidemark/core/model";
import { restoredMemoKeys } from "@tidemark/replica";

/** A backup's memo as it is on this device. It has another id if it was created again. */
export interface PresentMemo {
  readonly memo: MemoRecord;
  readonly files: readonly AttachmentRecord[];
}

/** Returns the user's memos on this device, also in the trash, by their id in the backup. */
export function findPresent(
  database: DeviceDatabase,
  ids: readonly string[],
  user: MemoRecord["creator"],
): Promise<Map<string, PresentMemo>> {
  return database.read(async ({ memos, attachments, meta }) => {
    const found = new Map<string, MemoRecord>();
    const own = (records: readonly MemoRecord[]): readonly MemoRecord[] =>
      records.filter(({ creator }) => creator === user);
    for (const memo of own(await memos.findMany(ids))) found.set(memo.id, memo);
    for (const id of ids) {
      if (found.has(id)) continue;
      const newId = await meta.get(restoredMemoKeys.at(id));
      const [memo] = newId === null ? [] : own(await memos.findMany([newId]));
      if (memo !== undefined) found.set(id, memo);
    }
    const present = [...found.values()].map(({ id }) => id);
    const files = Map.groupBy(await attachments.listByMemos(present), ({ memo }) => memo);
    return new Map([...found].map(([id, memo]) => [id, { memo, files: files.get(memo.id) ?? [] }]));
  });
}
