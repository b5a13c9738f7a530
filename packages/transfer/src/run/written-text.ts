import { memoLink, retag } from "@tidemark/core/markdown";
import { readTagName } from "@tidemark/core/tag-name";
import { type ImportMemo, type ImportNote, problem } from "../model.ts";
import { fileLink } from "../text/file-link.ts";
import type { BroughtFile } from "./bring-files.ts";

export interface WrittenText {
  readonly content: string;
  readonly notes: readonly ImportNote[];
}

/**
 * The text of a memo as it is written here: with the addresses that memos and files have now, and
 * with the tags that its source kept beside it.
 */
export function writtenText(
  memo: ImportMemo,
  memoOf: (key: string) => string | null,
  files: ReadonlyMap<string, BroughtFile>,
): WrittenText {
  const notes: ImportNote[] = [];
  const parts = memo.text.map((part) => {
    if (typeof part === "string") return part;
    if (part.to === "memo") {
      const id = memoOf(part.key);
      return id === null ? part.otherwise : memoLink(id);
    }
    const file = files.get(part.key);
    return file === undefined ? part.otherwise : fileLink(file.id, file.filename);
  });
  let content = parts.join("");
  const add: string[] = [];
  for (const tag of memo.tags) {
    const name = readTagName(asTag(tag));
    if (name.ok) add.push(name.tag);
    else notes.push(problem(memo.from, "tag", `"${tag}" cannot be a tag here: it was left out`));
  }
  const tagged = retag(content, { add, remove: [] });
  if (tagged !== null) ({ content } = tagged);
  else notes.push(problem(memo.from, "tag", `there is no place for its tags: ${add.join(", ")}`));
  return { content, notes };
}

/** Words as one tag: what may not stand in it becomes a hyphen. */
function asTag(tag: string): string {
  const known = readTagName(tag);
  if (known.ok) return known.tag;
  return tag
    .trim()
    .replace(/^#+/u, "")
    .split("/")
    .map((part) => part.trim().replaceAll(/[^\p{L}\p{M}\p{N}\p{S}_&-]+/gu, "-"))
    .map((part) => part.replaceAll(/^-+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("/");
}
