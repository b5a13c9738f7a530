import { memoName } from "@tidemark/core";
import type { AttachmentRecord } from "@tidemark/core/model";
import { memoStates, visibilities, type MemoRecord } from "@tidemark/core/model";
import type { MemoExtras } from "@tidemark/core/memo";
import { z } from "zod";
import { resourceJson, resourceToJson } from "../attachment/resource-json.ts";
import { attachmentJson, attachmentsToJson } from "../attachment/json.ts";
import { reactionJson, reactionsToJson } from "../reaction/json.ts";
import { relationJson, relationToJson } from "../relation/json.ts";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";
import { writeRows } from "../../http/answers/writable-rows.ts";

export const memoJson = z
  .object({
    name: z.string(),
    /** Last segment of `name`; clients of both forms read it. */
    uid: z.string(),
    state: z.enum(memoStates),
    creator: z.string(),
    createTime: timestampOutput,
    displayTime: timestampOutput,
    updateTime: timestampOutput,
    deleteTime: timestampOutput.optional(),
    content: z.string(),
    visibility: z.enum(visibilities),
    tags: z.array(z.string()),
    pinned: z.boolean(),
    attachments: z.array(attachmentJson),
    relations: z.array(relationJson),
    reactions: z.array(reactionJson),
    property: z.object({
      hasLink: z.boolean(),
      hasTaskList: z.boolean(),
      hasCode: z.boolean(),
      hasIncompleteTasks: z.boolean(),
      title: z.string(),
    }),
    parent: z.string().optional(),
    snippet: z.string(),
    location: z
      .object({ placeholder: z.string(), latitude: z.number(), longitude: z.number() })
      .optional(),
    space: z.string().optional(),
  })
  .meta({ id: "Memo" });
export type MemoJson = z.infer<typeof memoJson>;

/** Attachments, relations and reactions of a memo. */
export interface MemoParts extends MemoExtras {
  readonly attachments: readonly AttachmentRecord[];
}

export const noParts = {
  attachments: [],
  relations: [],
  reactions: [],
} as const satisfies MemoParts;

/** Converts a memo to the current form. Unset fields are absent, not null (docs/api-decisions.md §2). */
export function memoToJson(memo: MemoRecord, parts: MemoParts): MemoJson {
  const { hasLink, hasTaskList, hasCode, hasIncompleteTasks, title } = memo.property;
  return {
    name: memoName(memo.id),
    uid: memo.id,
    state: memo.state,
    creator: memo.creator,
    createTime: formatTimestamp(memo.createdMs),
    displayTime: formatTimestamp(memo.createdMs),
    updateTime: formatTimestamp(memo.updatedMs),
    ...(memo.deletedMs !== null && { deleteTime: formatTimestamp(memo.deletedMs) }),
    content: memo.content,
    visibility: memo.visibility,
    tags: [...memo.tags],
    pinned: memo.pinned,
    attachments: attachmentsToJson(parts.attachments),
    relations: parts.relations.map(relationToJson),
    reactions: reactionsToJson(memo.id, parts.reactions),
    property: { hasLink, hasTaskList, hasCode, hasIncompleteTasks, title },
    ...(memo.parent !== null && { parent: memoName(memo.parent) }),
    snippet: memo.snippet,
    ...(memo.location !== null && { location: memo.location }),
    ...(memo.space !== null && { space: memo.space }),
  };
}

/** Response of a create request, with the fields of both forms: the request doesn't tell them apart. */
export const createdMemoJson = memoJson
  .extend({
    id: z.int(),
    rowStatus: z.enum(memoStates),
    resources: z.array(resourceJson),
  })
  .meta({ id: "CreatedMemo" });

export type CreatedMemoJson = z.infer<typeof createdMemoJson>;

export function createdMemoToJson(memo: MemoRecord, parts: MemoParts): CreatedMemoJson {
  return {
    ...memoToJson(memo, parts),
    id: memo.number,
    rowStatus: memo.state,
    resources: writeRows("attachment", parts.attachments, (attachment) =>
      resourceToJson(attachment, memo.number),
    ),
  };
}
