import { type Caller, findReadable, readAccess } from "../memo/access.ts";
import type { ReadStores } from "../ports.ts";
import type { WireMemo } from "./protocol.ts";
import { memoToWire } from "./wire-memo.ts";

/** The given memos as they travel, by id; those that the caller may not read are left out. */
export async function loadMemos(
  stores: ReadStores,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, WireMemo>> {
  const unique = [...new Set(ids)];
  const access = readAccess(caller);
  const records = await stores.memos.findMany(unique);
  const texts = await stores.memos.texts(unique);
  const elementsById = await stores.memos.elements(unique);
  const loaded = new Map<string, WireMemo>();
  for (const record of records) {
    // A memo of one's own at the top has no parent to ask about; the rest is checked up the chain.
    const isOwnRoot = record.parent === null && record.creator === access.user;
    if (!isOwnRoot && (await findReadable(stores.memos, access, record.id, true)) === null)
      continue;
    const { tags: _tags, property: _property, snippet: _snippet, number: _number, ...row } = record;
    const text = texts.get(record.id) ?? { gen: record.gen, state: null };
    const elements = elementsById.get(record.id) ?? [];
    loaded.set(record.id, memoToWire({ row, text, elements }));
  }
  return loaded;
}

/** About how many bytes a memo takes in an answer. */
export function wireBytes({ text }: WireMemo): number {
  return 200 + text.content.length + (text.state?.length ?? 0);
}
