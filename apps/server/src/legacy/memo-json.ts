import type { Caller, MemoRecord } from "@tidemark/core/model";
import { memoStates, visibilities } from "@tidemark/core/model";
import { z } from "zod";
import { listedMemosToJson } from "../rest/memo/parts.ts";
import { relationJson } from "../rest/relation/json.ts";
import { encodeJson } from "../rest/shared/send-json.ts";
import { timestampOutput } from "../rest/shared/wire-values.ts";
import { unwritable, writeOne, writeRow, writeRows } from "../http/answers/writable-rows.ts";
import type { Services } from "../services/services.ts";
import { resourceJson, resourceToJson } from "../rest/attachment/resource-json.ts";

export const olderMemoJson = z
  .object({
    id: z.int(),
    name: z.string(),
    uid: z.string(),
    rowStatus: z.enum(memoStates),
    creator: z.string(),
    createTime: timestampOutput,
    updateTime: timestampOutput,
    displayTime: timestampOutput,
    content: z.string(),
    visibility: z.enum(visibilities),
    pinned: z.boolean(),
    resources: z.array(resourceJson),
    relations: z.array(relationJson),
    tags: z.array(z.string()),
  })
  .meta({ id: "OlderMemo" });
export type OlderMemoJson = z.infer<typeof olderMemoJson>;

/** Serializes memos that the caller has just read as older-form JSON; null for one that can't be encoded. */
export async function memosAsOlderBytes(
  services: Services,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<(Buffer | null)[]> {
  const shown = await memosToOlderJson(services, caller, memos);
  return shown.map((memo) =>
    memo === null
      ? null
      : writeRow("memo", memo.uid, () => Buffer.from(encodeJson(olderMemoJson, memo))),
  );
}

async function memosToOlderJson(
  services: Services,
  caller: Caller,
  memos: readonly MemoRecord[],
): Promise<(OlderMemoJson | null)[]> {
  const shown = await listedMemosToJson(services, caller, memos);
  const attachments = await services.attachments.ofMemos(memos.map(({ id }) => id));
  return memos.map((memo, index): OlderMemoJson | null => {
    const json = shown[index] ?? null;
    if (json === null) return null;
    return {
      id: memo.number,
      name: `memos/${memo.number}`,
      uid: memo.id,
      rowStatus: json.state,
      creator: json.creator,
      createTime: json.createTime,
      updateTime: json.updateTime,
      displayTime: json.createTime,
      content: json.content,
      visibility: json.visibility,
      pinned: json.pinned,
      resources: writeRows("attachment", attachments.get(memo.id) ?? [], (attachment) =>
        resourceToJson(attachment, memo.number),
      ),
      relations: json.relations,
      tags: json.tags,
    };
  });
}

export async function memoToOlderJson(
  services: Services,
  caller: Caller,
  memo: MemoRecord,
): Promise<OlderMemoJson> {
  const [json = null] = await memosToOlderJson(services, caller, [memo]);
  if (json === null) throw unwritable("memo", memo.id);
  return writeOne("memo", memo.id, () => olderMemoJson.encode(json));
}
