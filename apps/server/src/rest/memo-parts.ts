import type { MemoRecord } from "@tidemark/core/memo";
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
  memos: readonly MemoRecord[],
): Promise<MemoJson[]> {
  const attachments = await services.attachments.ofMemos(memos.map((memo) => memo.id));
  return memos.map((memo) => memoToJson(memo, { attachments: attachments.get(memo.id) ?? [] }));
}

/** One memo that the caller has just read or written. */
export async function oneMemoToJson(services: Services, memo: MemoRecord): Promise<MemoJson> {
  return memoToJson(memo, await partsOf(services, memo));
}

/** A memo that has just been made, in both forms at once. */
export async function newMemoToJson(
  services: Services,
  memo: MemoRecord,
): Promise<CreatedMemoJson> {
  return createdMemoToJson(memo, await partsOf(services, memo));
}

async function partsOf(services: Services, memo: MemoRecord): Promise<MemoParts> {
  const attachments = await services.attachments.ofMemos([memo.id]);
  return { attachments: attachments.get(memo.id) ?? [] };
}
