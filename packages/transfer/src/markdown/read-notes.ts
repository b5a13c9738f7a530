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
import {
  type Fields,
  fieldOf,
  type FrontMatter,
  isYes,
  readFrontMatter,
} from "../text/front-matter.ts";
import { decodeNote } from "../text/text-reader.ts";
import { readTime } from "../text/times.ts";
import { missingName, type WrittenAddress } from "./links/addresses.ts";
import { dayInName } from "./names/day-in-name.ts";
import { isNote } from "../archive/note-name.ts";
import { folderOf, indexNotes, type NoteIndex, stemOf } from "./note-index.ts";
import { noteParts, type Target } from "./note-text.ts";
import { titleOf, withoutPageId } from "./note-title.ts";

/** Program-specific parts of reading Markdown notes. */
export interface NoteDialect {
  /** Returns the parts that replace `[[…]]` in a note, or null to keep the text. */
  wiki(context: NoteContext, inside: string, isEmbed: boolean): readonly TextPart[] | null;
  /** True if an empty note is imported because others link to its name. */
  readonly keepsEmpty: boolean;
  /** Returns true for the program's own files, which are neither notes nor attachments. */
  isOwn(path: string): boolean;
  /** Returns the meaning of a note's path; null for the usual one. */
  placeOf?(path: string): NotePlace | null;
  /** Adds the program's own ways to find a note by name. */
  withNames?(index: NoteIndex): NoteIndex;
}

/** Meaning of a note's path. */
export interface NotePlace {
  readonly name: string;
  /** Folders of the user, joined by `/`. */
  readonly folder: string;
  /** Time of a journal of a day; null for other notes. */
  readonly dayMs: number | null;
}

/** Note that is being read. */
export interface NoteContext {
  readonly path: string;
  readonly index: NoteIndex;
  /** Returns the target for a file of the tree. A plain text that is shown is a file, besides being a memo. */
  target(path: string, isShown: boolean): Target;
  /** Reports the file of an address if it should be in the source. */
  missing(written: WrittenAddress): void;
}

/** Maximum size of a note to read; the profile's own content limit applies later. */
const maxNoteBytes = 16 * 1024 * 1024;

/** Yields every note of a tree of Markdown files, then reports the unused files. */
export async function* readNotes(
  tree: SourceTree,
  dialect: NoteDialect,
): AsyncGenerator<ImportItem> {
  const plain = indexNotes(tree);
  const index = dialect.withNames?.(plain) ?? plain;
  const used = new Set<string>();
  const source = { tree, index, dialect, used, keyOf: keysOf(tree) };
  for (const entry of tree.entries) {
    if (isNote(entry.path) && !dialect.isOwn(entry.path)) yield* readNote(source, entry);
  }
  for (const { path } of tree.entries) {
    if (isNote(path) || used.has(path) || dialect.isOwn(path)) continue;
    yield skipped(path, "no-note", "not a note, and not used by any note");
  }
}

interface NoteSource {
  readonly tree: SourceTree;
  readonly index: NoteIndex;
  readonly dialect: NoteDialect;
  /** Files that notes use. */
  readonly used: Set<string>;
  /** Returns the key of a note at a path. */
  keyOf(path: string): string;
}

/** Identifies notes by the NFC form of their paths, unless two paths share it. */
function keysOf({ entries }: SourceTree): (path: string) => string {
  const others = new Set<string>();
  const seen = new Set<string>();
  for (const { path } of entries) {
    const normal = path.normalize("NFC");
    if (seen.has(normal)) others.add(normal);
    seen.add(normal);
  }
  return (path) => (others.has(path.normalize("NFC")) ? path : path.normalize("NFC"));
}

async function* readNote(
  { tree, index, dialect, used, keyOf }: NoteSource,
  entry: SourceEntry,
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
  const decoded = await decodeNote(tree, bytes);
  if (decoded === null) {
    yield problem(path, "no-text", "it contains bytes that aren't text");
    return;
  }
  const matter = readFrontMatter(normaliseText(decoded.text));
  const { fields, body, fault } = matter;
  if (body.trim() === "" && fields.size === 0 && !dialect.keepsEmpty) {
    yield skipped(path, "empty", "it is empty");
    return;
  }
  const notes: ImportNote[] = [];
  if (decoded.doubt !== null) notes.push(problem(path, "encoding", decoded.doubt));
  if (fault !== null) {
    const words = `its front matter can't be read and stays in the text: ${fault}`;
    notes.push(problem(path, "front-matter", words));
  }
  const files = new Map<string, ImportFile>();
  const target = (to: string, isShown: boolean): Target => {
    if (isNote(to) && !(isShown && plainText.test(to))) return { to: "memo", key: keyOf(to) };
    used.add(to);
    if (!files.has(to)) files.set(to, fileOf(tree, to));
    return { to: "file", key: to };
  };
  // Notes may repeat an address very often, and a missing file is sought in many ways.
  const known = new Map<string, string | null>();
  const byAddress = (address: string, raw: string): string | null => {
    const key = JSON.stringify([address, raw]);
    let found = known.get(key);
    if (found === undefined) {
      found = index.byAddress(path, address, raw) ?? index.onlyNamed(address, raw);
      known.set(key, found);
    }
    return found;
  };
  const wikis = new Map<string, readonly TextPart[] | null>();
  const missed = new Set<string>();
  const context: NoteContext = {
    path,
    index,
    target,
    missing(written) {
      const name = missingName(written);
      if (name === null || missed.has(name)) return;
      missed.add(name);
      notes.push(problem(path, "no-file", `it shows ${name}, which is not there`));
    },
  };
  const place = dialect.placeOf?.(path) ?? usualPlace(path);
  const named = place.dayMs === null ? dayInName(place.name) : journalDay(place);
  const { isNamed, ...times } = timesOf(entry, fields, named?.ms ?? null);
  const name = isNamed && named !== null ? named.title : place.name;
  const title = titleOf(name, fieldOf(fields, ["title"]), body, lastOf(place.folder));
  const text = noteParts(textOf(title, matter, times), {
    address(address, { raw, isShown }) {
      const [, page] = /^\[\[([^[\]]+)\]\]$/.exec(address) ?? [];
      const found = page === undefined ? byAddress(address, raw) : index.byName(path, page);
      return found === null ? { to: "nothing" } : target(found, isShown);
    },
    wiki(inside, isEmbed) {
      const key = `${isEmbed ? "!" : ""}${inside}`;
      let parts = wikis.get(key);
      if (parts === undefined) {
        parts = dialect.wiki(context, inside, isEmbed);
        wikis.set(key, parts);
      }
      return parts;
    },
    missing: context.missing,
    isForeign: true,
  });
  yield plainMemo({
    key: keyOf(path),
    from: path,
    text,
    ...times,
    folder: place.folder,
    pinned: isYes(fieldOf(fields, ["pinned"])),
    state: isYes(fieldOf(fields, ["archived"])) ? "ARCHIVED" : "NORMAL",
    tags: tagsOf(matter),
    files: [...files.values()],
  });
  yield* notes;
}

function usualPlace(path: string): NotePlace {
  return { name: stemOf(path), folder: userFolder(folderOf(path)), dayMs: null };
}

/** Returns the path of a folder without the ids of Notion. */
export function userFolder(folder: string): string {
  return folder.split("/").map(withoutPageId).join("/");
}

/** Returns the day of a journal. A name in words is also its title. */
function journalDay({ name, dayMs }: NotePlace) {
  return dayMs === null ? null : { ms: dayMs, title: /\p{L}{3}/u.test(name) ? name : "" };
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
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

const plainText = /\.(?:txt|text)$/i;
const tagFields = ["tags", "tag", "keywords"] as const;
/** Names of fields in lower case without blanks, hyphens and underscores. */
const createdFields = [
  ...["date", "created", "createdat", "createdon", "createddate", "createdtime", "createtime"],
  ...["creationdate", "creationtime", "datecreated", "timecreated", "ctime", "birthtime"],
  ...["publishdate", "pubdate"],
];
const updatedFields = [
  ...["updated", "modified", "lastmod", "updatedat", "updatedon", "updateddate", "updatedtime"],
  ...["updatetime", "dateupdated", "modifiedat", "modifiedon", "modifieddate", "modifiedtime"],
  ...["modificationdate", "modificationtime", "datemodified", "lastmodified", "lastmodifiedat"],
  ...["lastupdated", "lastedited", "lasteditedtime", "edited", "mtime"],
];
/** Front matter fields that become fields of the memo. */
const ownFields = new Set<string>(["title", "pinned", "archived", ...tagFields]);

interface NoteTimes {
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  readonly hasFileTimes: boolean;
}

/** Returns the memo's text: title, remaining front matter fields, and body. */
function textOf(title: string | null, { fields, body }: FrontMatter, times: NoteTimes): string {
  const known = new Set([...createdFields, ...updatedFields]);
  const said = [...fields].filter(([name, values]) => {
    if (values.length === 0 || ownFields.has(name.toLowerCase())) return false;
    const time = known.has(plainField(name)) ? readTime(values[0]!) : null;
    return time === null || (time !== times.createdMs && time !== times.updatedMs);
  });
  const list = said.map(([name, values]) => `- **${name}**: ${values.map(oneLine).join(", ")}`);
  const rest = body.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  return [title === null ? "" : `# ${title}`, list.join("\n"), rest]
    .filter((part) => part !== "")
    .join("\n\n");
}

function plainField(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, "");
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

/**
 * Returns the times of a note: from front matter, else of the day in its name, else of its file. `isNamed` is
 * true if that day is in the times.
 */
function timesOf(
  { modifiedMs }: SourceEntry,
  fields: Fields,
  dayMs: number | null,
): NoteTimes & { readonly isNamed: boolean } {
  const given = timeIn(fields, createdFields);
  const updatedMs = timeIn(fields, updatedFields);
  const createdMs = given ?? dayMs;
  const isNamed = createdMs !== null && dayMs !== null && isSameDay(createdMs, dayMs);
  if (createdMs !== null || updatedMs !== null) {
    return { createdMs, updatedMs, hasFileTimes: false, isNamed };
  }
  return { createdMs: modifiedMs, updatedMs: modifiedMs, hasFileTimes: true, isNamed };
}

/** Returns the first time in fields with these names, in their order, or null. */
function timeIn(fields: Fields, names: readonly string[]): number | null {
  for (const wanted of names) {
    for (const [name, [value = ""]] of fields) {
      const time = plainField(name) === wanted ? readTime(value) : null;
      if (time !== null) return time;
    }
  }
  return null;
}

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
