import { extrasOf, type Caller, type MemoRecord } from "@tidemark/core/memo";
import type { Services } from "../services.ts";
import {
  createdMemoToJson,
  memoToJson,
  type CreatedMemoJson,
  type MemoJson,
  type MemoParts,
} from "./memo-json.ts";

/** Shows memos that the caller has just read; what hangs on them is looked up once for all. */
export async function memosToJson(
  services: Services,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<MemoJson[]> {
  const parts = await partsOf(services, caller, memos);
  return memos.map((memo) => memoToJson(memo, parts(memo.id)));
}

/** One memo that the caller has just read or written. */
export async function oneMemoToJson(
  services: Services,
  caller: Caller,
  memo: MemoRecord,
): Promise<MemoJson> {
  return memoToJson(memo, (await partsOf(services, caller, [memo]))(memo.id));
}

/** A memo that has just been made, in both forms at once. */
export async function newMemoToJson(
  services: Services,
  caller: Caller,
  memo: MemoRecord,
): Promise<CreatedMemoJson> {
  return createdMemoToJson(memo, (await partsOf(services, caller, [memo]))(memo.id));
}

/** What hangs on memos, by id. */
async function partsOf(
  services: Services,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<(id: string) => MemoParts> {
  const { files, extras } = await services.database.read(async (stores) => ({
    files: await stores.attachments.listByMemos(memos.map((memo) => memo.id)),
    extras: await extrasOf(stores, caller, memos),
  }));
  const attachments = Map.groupBy(files, (file) => file.memo ?? "");
  return (id) => ({
    relations: [],
    reactions: [],
    ...extras.get(id),
    attachments: attachments.get(id) ?? [],
  });
}
