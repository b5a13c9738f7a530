import type { MemoReader } from "../stores/memo-store.ts";
import type { MemoEntity, MemoRecord } from "../model/memo.ts";

/** Returns a record as operations use it: the stored row without derived data, plus text and elements. */
export async function entityOf(
  stores: { readonly memos: Pick<MemoReader, "text" | "elements"> },
  record: MemoRecord,
): Promise<MemoEntity> {
  const { tags: _tags, property: _property, snippet: _snippet, number: _number, ...row } = record;
  const text = await stores.memos.text(record.id, record.gen);
  const elements = (await stores.memos.elements([record.id])).get(record.id) ?? [];
  return { row, text, elements };
}
