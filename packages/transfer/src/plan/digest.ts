import { createHash } from "node:crypto";
import { importedFields, type ImportMemo, type TextPart } from "../model.ts";

/** A short hash of words, for what is remembered without being kept. */
export function hashed(...words: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32);
}

/**
 * What a memo is in its source: another one says that it was changed there. Of files it knows what is
 * known without reading them.
 */
export function digestOf(memo: ImportMemo): string {
  const { text, tags, parentKey, references, reactions, files } = memo;
  const times = memo.hasFileTimes ? [] : [memo.createdMs, memo.updatedMs];
  return hashed(
    JSON.stringify([
      text.map(partWords),
      [times, ...Object.values(importedFields(memo)), parentKey],
      [tags, references, reactions],
      files.map(({ key, filename, sizeBytes }) => [key, filename, sizeBytes]),
    ]),
  );
}

function partWords(part: TextPart): string | readonly string[] {
  return typeof part === "string" ? part : [part.to, part.key];
}
