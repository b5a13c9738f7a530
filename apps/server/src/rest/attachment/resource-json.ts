import type { AttachmentRecord } from "@tidemark/core/model";
import { shownFilename } from "@tidemark/core/attachment";
import { z } from "zod";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";

export const resourceJson = z
  .object({
    id: z.int(),
    name: z.string(),
    uid: z.string(),
    createTime: timestampOutput,
    filename: z.string(),
    type: z.string(),
    size: z.int(),
    linkedMemos: z.array(z.string()),
  })
  .meta({ id: "Resource" });

/** Converts an attachment to the older form. `memoNumber` is the integer id of its memo, or null. */
export function resourceToJson(
  attachment: AttachmentRecord,
  memoNumber: number | null,
): z.infer<typeof resourceJson> {
  return {
    id: attachment.number,
    name: `resources/${attachment.number}`,
    uid: attachment.id,
    createTime: formatTimestamp(attachment.createdMs),
    filename: shownFilename(attachment.filename),
    type: attachment.type,
    size: attachment.sizeBytes,
    linkedMemos: memoNumber === null ? [] : [`memos/${memoNumber}`],
  };
}
