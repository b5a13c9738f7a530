import { normaliseText } from "@tidemark/core/markdown";
import {
  entryOf,
  readBytes,
  type SourceEntry,
  type SourceTree,
  unreadable,
} from "../archive/source-tree.ts";
import {
  type ImportFile,
  type ImportItem,
  type ImportNote,
  plainMemo,
  problem,
  skipped,
  type TextPart,
} from "../model.ts";
import { decodeText } from "../text/decode-text.ts";
import {
  type Fields,
  fieldOf,
  type FrontMatter,
  isYes,
  readFrontMatter,
} from "../text/front-matter.ts";
import { readTime } from "../text/times.ts";
import { indexNotes, isNote, type NoteIndex, stemOf } from "./note-index.ts";
import { noteParts, type Target } from "./note-text.ts";
import { titleOf } from "./note-title.ts";

/** Program-specific parts of reading Markdown notes. */
export interface NoteDialect {
  /** Returns the parts that replace `[[…]]` in a note, or null to keep the text. */
  wiki(context: NoteContext, inside: string, isEmbed: boolean): readonly TextPart[] | null;
  /** True if an empty note is imported because others link to its name. */
  readonly keepsEmpty: boolean;
  /** Returns true for the program's own files, which are neither notes nor attachments. */
  isOwn(path: string): boolean;
}

/** Note that is being read. */
export interface NoteContext {
  readonly path: string;
  readonly index: NoteIndex;
  /** Returns the target for a file of the tree. */
  target(path: string): Target;
  /** Reports a missing file. */
  missing(name: string): void;
}

/** Maximum size of a note to read; the profile's own content limit applies later. */
const maxNoteBytes = 16 * 1024 * 1024;

/** Yields every note of a tree of Markdown files, then reports the unused files. */
export async function* readNotes(
  tree: SourceTree,
  dialect: NoteDialect,
): AsyncGenerator<ImportItem> {
  const index = indexNotes(tree);
  const used = new Set<string>();
  for (const entry of tree.entries) {
    if (isNote(entry.path) && !dialect.isOwn(entry.path)) {
      yield* readNote(tree, entry, index, dialect, used);
    }
  }
  for (const { path } of tree.entries) {
    if (isNote(path) || used.has(path) || dialect.isOwn(path)) continue;
    yield skipped(path, "no-note", "not a note, and not used by any note");
  }
}

async function* readNote(
  tree: SourceTree,
  entry: SourceEntry,
  index: NoteIndex,
  dialect: NoteDialect,
  used: Set<string>,
): AsyncGenerator<ImportItem> {
  const { path } = entry;
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(tree, path, maxNoteBytes);
  } catch (error) {
    const { code, words } = unreadable(error);
    yield problem(path, code, words);
    return;
  }
  const decoded = decodeText(bytes);
  if (decoded === null) {
    yield problem(path, "no-text", "it contains bytes that aren't text");
    return;
  }
  const matter = readFrontMatter(normaliseText(decoded));
  const { fields, body, fault } = matter;
  if (body.trim() === "" && fields.size === 0 && !dialect.keepsEmpty) {
    yield skipped(path, "empty", "it is empty");
    return;
  }
  const notes: ImportNote[] = [];
  if (fault !== null) {
    const words = `its front matter can't be read and stays in the text: ${fault}`;
    notes.push(problem(path, "front-matter", words));
  }
  const files = new Map<string, ImportFile>();
  const target = (to: string): Target => {
    if (isNote(to)) return { to: "memo", key: to };
    used.add(to);
    if (!files.has(to)) files.set(to, fileOf(tree, to));
    return { to: "file", key: to };
  };
  const context: NoteContext = {
    path,
    index,
    target,
    missing: (name) =>
      void notes.push(problem(path, "no-file", `it shows ${name}, which is not there`)),
  };
  const text = noteParts(textOf(path, fields, body), {
    address(address) {
      const found = index.byAddress(path, address);
      if (found !== null) return target(found);
      return { to: "nothing" };
    },
    wiki: (inside, isEmbed) => dialect.wiki(context, inside, isEmbed),
  });
  yield plainMemo({
    key: path.normalize("NFC"),
    from: path,
    text: withNormalKeys(text),
    ...timesOf(entry, fields),
    pinned: isYes(fieldOf(fields, ["pinned"])),
    state: isYes(fieldOf(fields, ["archived"])) ? "ARCHIVED" : "NORMAL",
    tags: tagsOf(matter),
    files: [...files.values()],
  });
  yield* notes;
}

/** Normalizes the keys of memo links, because memos are identified by the NFC form of their paths. */
function withNormalKeys(parts: readonly TextPart[]): TextPart[] {
  return parts.map((part) =>
    typeof part === "string" || part.to === "file"
      ? part
      : { ...part, key: part.key.normalize("NFC") },
  );
}

function fileOf(tree: SourceTree, path: string): ImportFile {
  const entry = entryOf(tree, path);
  return {
    key: path,
    filename: path.slice(path.lastIndexOf("/") + 1),
    type: "",
    sizeBytes: entry?.sizeBytes ?? null,
    open: () => tree.open(path),
  };
}

const tagFields = ["tags", "tag", "keywords"] as const;
const createdFields = ["date", "created", "createdat", "created_at", "created-at", "date created"];
const updatedFields = [
  "updated",
  "modified",
  "lastmod",
  "updatedat",
  "updated_at",
  "last_modified_at",
  "date modified",
];
/** Front matter fields that become fields of the memo. */
const ownFields = new Set<string>(["title", "pinned", "archived", ...tagFields]);

/** Returns the memo's text: title, remaining front matter fields, and body. */
function textOf(path: string, fields: Fields, body: string): string {
  const title = titleOf(stemOf(path), fieldOf(fields, ["title"]), body);
  const times = new Set([...createdFields, ...updatedFields]);
  const said = [...fields].filter(([name, values]) => {
    const known = name.toLowerCase();
    if (values.length === 0 || ownFields.has(known)) return false;
    return !times.has(known) || readTime(values[0]!) === null;
  });
  const list = said.map(([name, values]) => `- **${name}**: ${values.map(oneLine).join(", ")}`);
  const rest = body.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  return [title === null ? "" : `# ${title}`, list.join("\n"), rest]
    .filter((part) => part !== "")
    .join("\n\n");
}

function oneLine(words: string): string {
  const lines = words.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

/** Returns the tags in front matter: one per list element, or separated by commas or blanks in a line. */
function tagsOf({ fields, lists }: FrontMatter): string[] {
  const tags = [...fields].flatMap(([name, values]) => {
    if (!tagFields.some((known) => known === name.toLowerCase())) return [];
    if (lists.has(name)) return values;
    return values.flatMap((line) => line.split(line.includes(",") ? "," : /\s+/));
  });
  const plain = tags.map((tag) => tag.trim().replace(/^#/, ""));
  return [...new Set(plain.filter((tag) => tag !== ""))];
}

function timesOf(
  entry: SourceEntry,
  fields: Fields,
): { createdMs: number | null; updatedMs: number | null; hasFileTimes: boolean } {
  const [created = ""] = fieldOf(fields, createdFields);
  const [updated = ""] = fieldOf(fields, updatedFields);
  const inName = /^(\d{4}-\d{1,2}-\d{1,2})(?=\D|$)/.exec(stemOf(entry.path))?.[1] ?? "";
  const createdMs = readTime(created) ?? readTime(inName);
  const updatedMs = readTime(updated);
  if (createdMs !== null || updatedMs !== null)
    return { createdMs, updatedMs, hasFileTimes: false };
  const { modifiedMs } = entry;
  return { createdMs: modifiedMs, updatedMs: modifiedMs, hasFileTimes: true };
}
