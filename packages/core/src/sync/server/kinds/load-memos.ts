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
 * Returns the given memos in wire form, by id. Omits memos that the reader may not read, and those that no
 * followed scope shows.
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

/** Finds memos of a page, and their ancestors without texts, loading each at most once. */
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
  // A user's own root memo needs no check; other memos are checked up the chain of parents.
  const isOwnRoot = record.parent === null && record.creator === access.user;
  if (isOwnRoot && (follows === null || follows.has(own))) return true;
  if ((await findReadable(memos, access, record.id, true)) === null) return false;
  if (follows === null) return true;
  return [...(await scopesOf(memos, record))].some((scope) => follows.has(scope));
}

/**
 * Returns a function for the elements of each memo. On other users' memos it omits links to memos that the
 * caller can't read, and removed links. A memo isn't refed when the target of a removed link becomes
 * unreadable. Only a memo's owner asserts its links, so a device without them removes none.
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

/** Returns the size of a memo in an answer, in bytes. */
export function wireBytes({ text, ...memo }: WireMemo): number {
  const { state = "", ...seed } = text;
  // A document is base64, which JSON doesn't escape.
  return jsonBytes({ ...memo, text: seed }) + state.length;
}
