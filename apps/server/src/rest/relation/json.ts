import { boundedArray, memoName, parseName } from "@tidemark/core";
import type { WantedRelation } from "@tidemark/core/memo";
import type { MemoRelation, RelationEnd } from "@tidemark/core/model";
import { z } from "zod";
import { enumInput } from "../shared/wire-values.ts";

const endJson = z.object({ name: z.string(), snippet: z.string() });

export const relationJson = z
  .object({ memo: endJson, relatedMemo: endJson, type: z.enum(["REFERENCE", "COMMENT"]) })
  .meta({ id: "MemoRelation" });

export function relationToJson(relation: MemoRelation): z.infer<typeof relationJson> {
  return {
    memo: endToJson(relation.memo),
    relatedMemo: endToJson(relation.relatedMemo),
    type: relation.type,
  };
}

function endToJson({ id, snippet }: RelationEnd): z.infer<typeof endJson> {
  return { name: memoName(id), snippet };
}

const memoRef = z.object({ name: z.string() }).transform(({ name }, context) => {
  const id = parseName("memos", name);
  if (id !== null) return id;
  context.addIssue({ code: "custom", message: "must be memos/<id>", path: ["name"] });
  return z.NEVER;
});

const maxRelations = 10_000;

/**
 * Parses the references in a body. Relations of type COMMENT are dropped: clients send them back as they
 * received them, but they follow from a memo's parent.
 */
export const relationsInput = boundedArray(
  z.object({
    memo: memoRef.nullish(),
    relatedMemo: memoRef,
    type: enumInput(["TYPE_UNSPECIFIED", "REFERENCE", "COMMENT"]).nullish(),
  }),
  maxRelations,
).transform((relations): WantedRelation[] =>
  relations
    .filter(({ type }) => type !== "COMMENT")
    .map(({ memo, relatedMemo }) => ({ memo: memo ?? null, relatedMemo })),
);
