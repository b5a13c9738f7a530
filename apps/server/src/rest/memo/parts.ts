import type { ReadStores } from "@tidemark/core";
import { extrasOf } from "@tidemark/core/memo";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { Services } from "../../services/services.ts";
import { writeOne, writeRow } from "../../http/answers/writable-rows.ts";
import { memoToBytes } from "./bytes.ts";
import {
  createdMemoToJson,
  memoJson,
  memoToJson,
  noParts,
  type CreatedMemoJson,
  type MemoJson,
  type MemoParts,
} from "./json.ts";

/** Converts memos that the caller has just read; one lookup loads the parts of all of them. */
export async function memosToJson(
  services: Services,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<MemoJson[]> {
  const parts = await partsOf(services, caller, memos);
  return memos.map((memo) => memoToJson(memo, parts.get(memo.id) ?? noParts));
}

/** Like `memosToJson`, for a list: null for a memo that can't be encoded. */
export async function listedMemosToJson(
  services: Services,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<(MemoJson | null)[]> {
  const parts = await partsOf(services, caller, memos);
  return memos.map((memo) =>
    writeRow("memo", memo.id, () => memoToJson(memo, parts.get(memo.id) ?? noParts)),
  );
}

/** Like `listedMemosToJson`, but returns the bytes of each memo's JSON. */
export async function memosAsBytes(
  services: Services,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<(Buffer | null)[]> {
  const parts = await partsOf(services, caller, memos);
  return memos.map((memo) =>
    writeRow("memo", memo.id, () => memoToBytes(memo, parts.get(memo.id))),
  );
}

/** Returns the bytes of the JSON of one memo that the caller reads. */
export async function oneMemoAsBytes(
  stores: ReadStores,
  caller: Caller,
  memo: MemoRecord,
): Promise<Buffer> {
  const parts = await readParts(stores, caller, [memo]);
  return writeOne("memo", memo.id, () => memoToBytes(memo, parts.get(memo.id)));
}

/** Converts one memo that the caller has just read or written. */
export async function oneMemoToJson(
  services: Services,
  caller: Caller,
  memo: MemoRecord,
): Promise<MemoJson> {
  const parts = await partsOf(services, caller, [memo]);
  return writeOne("memo", memo.id, () =>
    memoJson.encode(memoToJson(memo, parts.get(memo.id) ?? noParts)),
  );
}

/**
 * Converts a new memo to both forms at once. If `isAlone`, the server generated its id and it has no
 * attachments or relations, so nothing is queried.
 */
export async function newMemoToJson(
  services: Services,
  caller: Caller,
  { memo, isAlone }: { readonly memo: MemoRecord; readonly isAlone: boolean },
): Promise<CreatedMemoJson> {
  const parts = isAlone ? undefined : (await partsOf(services, caller, [memo])).get(memo.id);
  return createdMemoToJson(memo, parts ?? noParts);
}

/** Returns attachments, relations and reactions by memo id; memos without any are omitted. */
async function partsOf(
  services: Services,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<ReadonlyMap<string, MemoParts>> {
  return services.database.read((stores) => readParts(stores, caller, memos));
}

async function readParts(
  stores: ReadStores,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<ReadonlyMap<string, MemoParts>> {
  const withParts = await stores.memos.idsWithParts(memos.map(({ id }) => id));
  const known = new Set(withParts);
  const some = memos.filter(({ id, parent }) => parent !== null || known.has(id));
  if (some.length === 0) return new Map();
  const files = await stores.attachments.listByMemos(some.map(({ id }) => id));
  const attachments = Map.groupBy(files, (file) => file.memo ?? "");
  const extras = await extrasOf(stores, caller, some);
  return new Map(
    some.map(({ id }) => [
      id,
      { ...noParts, ...extras.get(id), attachments: attachments.get(id) ?? [] },
    ]),
  );
}
