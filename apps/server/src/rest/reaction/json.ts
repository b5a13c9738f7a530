import { memoName } from "@tidemark/core";
import type { Reaction } from "@tidemark/core/model";
import { z } from "zod";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";
import { writeRows } from "../../http/answers/writable-rows.ts";

export const reactionJson = z
  .object({
    name: z.string(),
    creator: z.string(),
    contentId: z.string(),
    reactionType: z.string(),
    createTime: timestampOutput,
  })
  .meta({ id: "Reaction" });

/** Converts the reactions to the memo with the id `memo`, without those that can't be encoded. */
export function reactionsToJson(
  memo: string,
  reactions: readonly Reaction[],
): z.infer<typeof reactionJson>[] {
  return writeRows("reaction", reactions, (reaction) => reactionToJson(memo, reaction));
}

/** Converts a reaction to the memo with the id `memo`. */
export function reactionToJson(memo: string, reaction: Reaction): z.infer<typeof reactionJson> {
  return {
    name: `${memoName(memo)}/reactions/${reaction.id}`,
    creator: reaction.creator,
    contentId: memoName(memo),
    reactionType: reaction.reactionType,
    createTime: formatTimestamp(reaction.createdMs),
  };
}
