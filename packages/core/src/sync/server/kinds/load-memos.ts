import { jsonBytes } from "../../../bytes/utf8-length.ts";
import type { Caller } from "../../../model/caller.ts";
import { findManyReadable, findReadable, readAccess } from "../../../access/read-access.ts";
import type { MemoElement, MemoRecord } from "../../../model/memo.ts";
import type { ReadAccess } from "../../../model/caller.ts";
import type { ServerReadStores } from "../../../stores/server-database.ts";
import type { WireMemo } from "../../protocol/messages.ts";
import { type MemoFinder, type PlacedMemo, scopesOf, userScope } from "../../../model/scope.ts";
import type { RowReader } from "./server-kind.ts";
import { memoToWire } from "../../protocol/wire-memo.ts";

/**
 * The given memos as they travel, by id; those that the reader may not read are left out, and those
 * that none of the scopes shows which the reader follows.
 */
export async function loadMemos(
  stores: ServerReadStores,
  reader: RowReader,
  ids: readonly string[],
): Promise<Map<string, WireMemo>> {
  const unique = [...new Set(ids)];
  const access = readAccess(reader.caller);
  const records = await stores.memos.findMany(unique);
  const texts = await stores.memos.texts(unique);
  const elementsById = await stores.memos.elements(unique);
  const finder = rememberedMemos(stores, records);
  const shown: MemoRecord[] = [];
  for (const record of records) {
    if (await isShown(finder, reader, access, record)) shown.push(record);
  }
  const elementsOf = await readableElements(stores, reader.caller, shown, elementsById);
  const loaded = new Map<string, WireMemo>();
  for (const record of shown) {
    const { tags: _tags, property: _property, snippet: _snippet, number: _number, ...row } = record;
    const text = texts.get(record.id) ?? { gen: record.gen, state: null };
    loaded.set(record.id, memoToWire({ row, text, elements: elementsOf(record) }));
  }
  return loaded;
}

/**
 * The memos of a page, and those above them without their texts, without asking for any of them twice.
 */
function rememberedMemos(stores: ServerReadStores, records: readonly MemoRecord[]): MemoFinder {
  const known = new Map<string, PlacedMemo | null>(records.map((record) => [record.id, record]));
  return {
    async find(id) {
      if (!known.has(id)) known.set(id, (await stores.memos.heads([id]))[0] ?? null);
      return known.get(id) ?? null;
    },
  };
}

async function isShown(
  memos: MemoFinder,
  { caller, follows }: RowReader,
  access: ReadAccess,
  record: MemoRecord,
): Promise<boolean> {
  const own = userScope(caller.name);
  // A memo of one's own at the top has no parent to ask about; the rest is checked up the chain.
  const isOwnRoot = record.parent === null && record.creator === access.user;
  if (isOwnRoot && (follows === null || follows.has(own))) return true;
  if ((await findReadable(memos, access, record.id, true)) === null) return false;
  if (follows === null) return true;
  return [...(await scopesOf(memos, record))].some((scope) => follows.has(scope));
}

/**
 * What hangs on each memo, less the links of others' memos to what the caller cannot read, and those
 * that were taken away: nobody would say that their target is gone. Nobody but a memo's owner states
 * its links, so nothing is taken away by a device that does not have them.
 */
async function readableElements(
  stores: ServerReadStores,
  caller: Caller,
  records: readonly MemoRecord[],
  elementsById: ReadonlyMap<string, readonly MemoElement[]>,
): Promise<(record: MemoRecord) => readonly MemoElement[]> {
  const foreign = records.filter(({ creator }) => creator !== caller.name);
  const targets = foreign.flatMap(({ id }) =>
    (elementsById.get(id) ?? [])
      .filter(({ set, value }) => set === "relation" && value !== null)
      .map(({ key }) => key),
  );
  const readable = await findManyReadable(stores.memos, readAccess(caller), targets);
  return ({ id, creator }) => {
    const elements = elementsById.get(id) ?? [];
    if (creator === caller.name) return elements;
    return elements.filter(
      ({ set, key, value }) => set !== "relation" || (value !== null && readable.has(key)),
    );
  };
}

/** How many bytes a memo takes in an answer. */
export function wireBytes({ text, ...memo }: WireMemo): number {
  const { state = "", ...seed } = text;
  // A document is base64, which JSON takes as it is.
  return jsonBytes({ ...memo, text: seed }) + state.length;
}
