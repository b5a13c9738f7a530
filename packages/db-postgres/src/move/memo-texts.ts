import { foldLetters } from "@tidemark/core/filter";
import { sharedTexts } from "../search/postgres-texts.ts";
import { wordVector } from "../search/word-vector.ts";
import { textPlace } from "@tidemark/db/engine";
import { asUserReference } from "@tidemark/core/names";

export const memoTextColumns = [
  { name: "memo_pk", type: "bigint" },
  { name: "creator", type: "text" },
  { name: "folded", type: "text" },
  { name: "words", type: "tsvector" },
] as const;

/** Returns the rows of `memo_text` that the stores would write for a row of `memo`, as JSON. */
export function memoTexts(row: Readonly<Record<string, unknown>>): string[] {
  const { pk, content } = row;
  const place = textPlace({
    creator: asUserReference(String(row["creator"])),
    visibility: Number(row["visibility"]),
  });
  const found = {
    folded: foldLetters(String(content), "bare"),
    words: wordVector(String(content)),
  };
  const creators = place.isShared ? [place.creator, sharedTexts] : [place.creator];
  return creators.map((creator) => JSON.stringify({ memo_pk: pk, creator, ...found }));
}
