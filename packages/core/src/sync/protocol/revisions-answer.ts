import { z } from "zod";
import { userReferenceSchema } from "../../names/reference-schema.ts";

/** Earlier texts of a memo on the server, newest first. Times in epoch milliseconds. */
export const revisionsAnswerSchema = z.object({
  revisions: z.array(
    z.object({
      id: z.string(),
      memo: z.string(),
      content: z.string(),
      author: userReferenceSchema(),
      device: z.string(),
      reason: z.enum(["edit", "merge", "overwrite", "restore"]),
      atMs: z.number(),
    }),
  ),
});

export type RevisionsAnswer = z.infer<typeof revisionsAnswerSchema>;
