import { sha256 } from "@noble/hashes/sha2.js";
import { toHex } from "@tidemark/core";
import { toUtf8 } from "../bytes/text-bytes.ts";
import { importedFields, type ImportMemo, type TextPart } from "../model.ts";

/** Returns a short hash of strings: 32 hex digits of SHA-256. */
export function hashed(...words: readonly string[]): string {
  return toHex(sha256(toUtf8(JSON.stringify(words)))).slice(0, 32);
}

/**
 * Returns a digest of a memo in its source; a different one means that it was changed there. It covers the
 * metadata of files, not their content.
 */
export function digestOf(memo: ImportMemo): string {
  const { key, folder, text, parentKey, references, reactions, files } = memo;
  // A folder that is part of the key can't change.
  const isMovable = folder !== "" && !key.startsWith(`${folder}/`);
  const tags = isMovable ? [folder, ...memo.tags] : memo.tags;
  const times = memo.hasFileTimes ? [] : [memo.createdMs, memo.updatedMs];
  return hashed(
    JSON.stringify([
      text.map(partWords),
      [times, ...Object.values(importedFields(memo)), parentKey],
      [tags, references, reactions],
      files.map((file) => [file.key, file.filename, file.sizeBytes]),
    ]),
  );
}

function partWords(part: TextPart): string | readonly string[] {
  return typeof part === "string" ? part : [part.to, part.key];
}
