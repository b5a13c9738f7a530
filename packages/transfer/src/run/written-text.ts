import { deriveMemo, memoLink, retag } from "@tidemark/core/markdown";
import type { FolderUse } from "@tidemark/core/model";
import { readTagName } from "@tidemark/core/tag-name";
import { type ImportMemo, type ImportNote, problem } from "../model.ts";
import { fileLink } from "../text/file-link.ts";
import { inlineMarkdown } from "../text/plain-text.ts";
import type { BroughtFile } from "./bring-files.ts";

export interface WrittenText {
  readonly content: string;
  readonly notes: readonly ImportNote[];
}

/**
 * Returns the final text of a memo, with the new addresses of memos and files, and with the tags that the
 * source stored outside the text.
 */
export function writtenText(
  memo: ImportMemo,
  memoOf: (key: string) => string | null,
  files: ReadonlyMap<string, BroughtFile>,
  folders: FolderUse = "tags",
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
  const { folder } = memo;
  const add = new Set<string>();
  const folderTag = folders === "tags" ? readTagName(asTag(folder)) : null;
  if (folder !== "" && folderTag?.ok === true) add.add(folderTag.tag);
  // A folder whose name can't be a tag is kept as well.
  const isLine = folder !== "" && folders !== "none" && folderTag?.ok !== true;
  const content = isLine ? withFolder(parts.join(""), folder) : parts.join("");
  for (const tag of new Set(memo.tags)) {
    const name = readTagName(asTag(tag));
    if (name.ok) add.add(name.tag);
    else notes.push(problem(memo.from, "tag", `"${tag}" can't be a tag; skipped`));
  }
  const tagged = withTags(content, [...add]);
  if (tagged !== null) return { content: tagged, notes };
  const words = `there is no room for its tags: ${[...add].join(", ")}`;
  return { content, notes: [...notes, problem(memo.from, "tag", words)] };
}

/** Adds a folder as the first line below the title, like a field of front matter. */
function withFolder(content: string, folder: string): string {
  const line = `- **folder**: ${inlineMarkdown(folder)}`;
  const [title = "", body = ""] = /^(# [^\n]*)(?:\n+([^]*))?$/.exec(content)?.slice(1) ?? [
    "",
    content,
  ];
  const gap = body.startsWith("- **") ? "\n" : "\n\n";
  const rest = body === "" ? line : line + gap + body;
  return title === "" ? rest : `${title}\n\n${rest}`;
}

/** Maximum number of characters to parse in total: adding each tag parses the text again. */
const maxRead = 1_000_000;

/** Returns a text with tags, or null if they can't be added. */
function withTags(content: string, tags: readonly string[]): string | null {
  if (tags.length === 0) return content;
  const known = new Set(deriveMemo(content).tags);
  const add = tags.filter((tag) => !known.has(tag));
  const length = add.reduce((sum, tag) => sum + tag.length + 2, content.length);
  if (add.length * length <= maxRead) return retag(content, { add, remove: [] })?.content ?? null;
  // The other tags are inserted after the first.
  const [first = "", ...others] = add;
  const tagged = retag(content, { add: [first], remove: [] });
  const edit = tagged?.steps[0]?.edits[0];
  if (tagged === null || edit === undefined) return tagged?.content ?? null;
  const end = edit.at + edit.inserted.lastIndexOf(`#${first}`) + first.length + 1;
  const more = others.map((tag) => ` #${tag}`).join("");
  return tagged.content.slice(0, end) + more + tagged.content.slice(end);
}

/** Maximum length of a name to convert to a tag; longer than a tag may be. */
const maxTagLength = 1000;

/** Converts words to a tag, replacing invalid characters with hyphens. */
function asTag(tag: string): string {
  const known = readTagName(tag);
  if (known.ok) return known.tag;
  if (tag.length > maxTagLength) return tag;
  return tag
    .trim()
    .replace(/^#+/u, "")
    .split("/")
    .map((part) => part.trim().replaceAll(/[^\p{L}\p{M}\p{N}\p{S}_&-]+/gu, "-"))
    .map((part) => part.replaceAll(/^-+|-+$/g, ""))
    .filter((part) => part !== "")
    .join("/");
}
