import { normaliseText } from "@tidemark/core/markdown";
import type { MemoLocation } from "@tidemark/core/model";
import {
  readBytes,
  readBytesIfAny,
  type SourceEntry,
  SourceRefused,
  type SourceTree,
  unreadable,
} from "../archive/source-tree.ts";
import { titleOf } from "../markdown/note-title.ts";
import { noteParts } from "../markdown/note-text.ts";
import {
  type ImportFile,
  type ImportItem,
  type ImportNote,
  plainMemo,
  problem,
  skipped,
  type SourceFormat,
} from "../model.ts";
import { localTime } from "../text/local-time.ts";
import { decodeNote } from "../text/text-reader.ts";
import { isSet, type JoplinItem, joplinTime, readJoplinItem } from "./joplin-item.ts";

const itemName = /(?:^|\/)[0-9a-f]{32}\.md$/;
const maxItemBytes = 16 * 1024 * 1024;
const lookedInto = 20;

/** Joplin's exports: JEX, which is a tar, and RAW, the same files in a folder. */
export const joplinFormat: SourceFormat = {
  name: "joplin",
  async detect(tree) {
    for (const { path } of items(tree).slice(0, lookedInto)) {
      const bytes = await readBytesIfAny(tree, path, maxItemBytes);
      if (bytes !== null && (await itemOf(tree, bytes)).item !== null) return true;
    }
    return false;
  },
  read: (tree) => ({
    format: "joplin",
    // Joplin's ids are globally unique.
    id: "",
    label: `the Joplin notes of "${tree.name}"`,
    items: (signal) => readJoplin(tree, signal),
    async [Symbol.asyncDispose]() {},
  }),
};

function items(tree: SourceTree): SourceEntry[] {
  return tree.entries.filter(({ path }) => itemName.test(path));
}

interface DecodedItem {
  /** Null if the file isn't an item. */
  readonly item: JoplinItem | null;
  /** Reason why letters may be wrong, or null. */
  readonly doubt: string | null;
}

async function readItem(tree: SourceTree, path: string): Promise<DecodedItem> {
  return itemOf(tree, await readBytes(tree, path, maxItemBytes));
}

async function itemOf(tree: SourceTree, bytes: Uint8Array): Promise<DecodedItem> {
  const decoded = await decodeNote(tree, bytes);
  if (decoded === null) return { item: null, doubt: null };
  return { item: readJoplinItem(decoded.text), doubt: decoded.doubt };
}

/** Contents of an export except the texts of notes. */
interface JoplinExport {
  readonly tree: SourceTree;
  readonly notes: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, JoplinItem>;
  readonly resources: ReadonlyMap<string, JoplinItem>;
  /** Names of tags, by note. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Files by resource id. */
  readonly files: ReadonlyMap<string, SourceEntry>;
}

async function* readJoplin(
  tree: SourceTree,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  const notes = new Map<string, string>();
  const folders = new Map<string, JoplinItem>();
  const resources = new Map<string, JoplinItem>();
  const tagNames = new Map<string, string>();
  const noteTags: (readonly [note: string, tag: string])[] = [];
  const unread: ImportNote[] = [];
  for (const { path } of items(tree)) {
    signal?.throwIfAborted();
    let read: DecodedItem;
    try {
      read = await readItem(tree, path);
    } catch (error) {
      const { code, words } = unreadable(error);
      unread.push(problem(path, code, words));
      continue;
    }
    const { item, doubt } = read;
    if (item !== null && doubt !== null) unread.push(problem(path, "encoding", doubt));
    if (item === null) {
      unread.push(problem(path, "broken", "it doesn't look like a Joplin item"));
    } else if (isSet(item, "encryption_applied")) {
      const words = "it is encrypted: export it from a Joplin that can read it";
      unread.push(problem(path, "encrypted", words));
    } else if (item.kind === "note") notes.set(item.id, path);
    else if (item.kind === "folder") folders.set(item.id, item);
    else if (item.kind === "resource") resources.set(item.id, item);
    else if (item.kind === "tag") tagNames.set(item.id, item.title);
    else if (item.kind === "note-tag") {
      noteTags.push([item.fields.get("note_id") ?? "", item.fields.get("tag_id") ?? ""]);
    }
  }
  const tags = new Map<string, string[]>();
  for (const [note, tag] of noteTags) {
    const name = tagNames.get(tag);
    if (name === undefined) continue;
    const there = tags.get(note);
    if (there === undefined) tags.set(note, [name]);
    else there.push(name);
  }
  const found: JoplinExport = { tree, notes, folders, resources, tags, files: filesOf(tree) };
  const used = new Set<string>();
  yield* unread;
  for (const path of notes.values()) {
    const { item: note } = await readItem(tree, path);
    if (note === null) throw new SourceRefused("broken", "it changed while being read", { path });
    yield* noteItems(found, path, note, used);
  }
  for (const [id, { path }] of found.files) {
    if (!used.has(id)) yield skipped(path, "no-note", "not used by any note");
  }
}

/** Returns the files at `resources/ID.ext`, below any folder, by id. */
function filesOf(tree: SourceTree): Map<string, SourceEntry> {
  return new Map(
    tree.entries.flatMap((entry) => {
      const [, id] = /(?:^|\/)resources\/([0-9a-f]{32})(?:\.[^/]*)?$/.exec(entry.path) ?? [];
      return id === undefined ? [] : [[id, entry] as const];
    }),
  );
}

function* noteItems(
  { tree, notes, folders, resources, tags, files }: JoplinExport,
  path: string,
  note: JoplinItem,
  used: Set<string>,
): Generator<ImportItem> {
  const from = note.title === "" ? path : `${path} (${note.title.slice(0, 60)})`;
  const own = new Map<string, ImportFile>();
  const said: ImportNote[] = [];
  const missed = new Set<string>();
  const text = noteParts(normaliseText(textOf(note)), {
    address(address) {
      const id = idIn(address);
      if (notes.has(id)) return { to: "memo", key: id };
      const entry = files.get(id);
      if (entry === undefined) return { to: "nothing" };
      used.add(id);
      const resource = resources.get(id);
      if (!own.has(id)) own.set(id, fileOf(tree, id, entry, resource));
      return { to: "file", key: id };
    },
    wiki: () => null,
    missing({ address }) {
      const id = idIn(address);
      if (id === "" || missed.has(id)) return;
      missed.add(id);
      said.push(problem(from, "no-file", `it shows :/${id}, which is not in the export`));
    },
    isForeign: true,
  });
  if (isSet(note, "deleted_time")) {
    yield skipped(from, "binned", "it is in Joplin's trash");
    return;
  }
  if (text.length === 0) {
    yield skipped(from, "empty", "it is empty");
    return;
  }
  if (note.fields.get("markup_language") === "2") {
    said.push(problem(from, "html", "it is written in HTML, which is shown as text"));
  }
  const createdMs = joplinTime(note, ["user_created_time", "created_time"]);
  const notebook = notebookOf(note, folders);
  yield plainMemo({
    key: note.id,
    from,
    text,
    createdMs,
    updatedMs: joplinTime(note, ["user_updated_time", "updated_time"]) ?? createdMs,
    location: placeOf(note),
    tags: (tags.get(note.id) ?? []).toSorted(),
    folder: notebook,
    files: [...own.values()],
  });
  yield* said;
}

function textOf(note: JoplinItem): string {
  const { title, body, fields } = note;
  const [first = ""] = body.trimStart().split("\n", 1);
  const isSaid = first.replace(/^#+ +/, "").trim() === title.trim();
  let head = isSaid ? null : titleOf("", [title], body);
  if (isSet(note, "is_todo")) {
    const due = joplinTime(note, ["todo_due"]);
    const until = due === null ? "" : ` (${localTime(due)})`;
    head = `- [${isSet(note, "todo_completed") ? "x" : " "}] ${title.trim()}${until}`;
  } else if (head !== null) head = `# ${head}`;
  const source = fields.get("source_url") ?? "";
  const link = /^https?:\/\/\S+$/.test(source) && !body.includes(source) ? `<${source}>` : "";
  return [head ?? "", body.trim(), link].filter((part) => part !== "").join("\n\n");
}

/** Returns the id in the address of a note or a resource; "" for other addresses. */
function idIn(address: string): string {
  return /^:\/([0-9a-f]{32})(?:[#?].*)?$/.exec(address)?.[1] ?? "";
}

function fileOf(
  tree: SourceTree,
  id: string,
  entry: SourceEntry,
  resource: JoplinItem | undefined,
): ImportFile {
  const stored = entry.path.slice(entry.path.lastIndexOf("/") + 1);
  const extension = /\.[^./]+$/.exec(stored)?.[0] ?? "";
  const given = (resource?.title ?? "").trim() || (resource?.fields.get("filename") ?? "").trim();
  // Some resources have no extension, or no name.
  const filename = given === "" ? stored : /\.\w{1,8}$/.test(given) ? given : given + extension;
  const type = resource?.fields.get("mime") ?? "";
  return { key: id, filename, type, sizeBytes: entry.sizeBytes, open: () => tree.open(entry.path) };
}

/** Maximum length of a notebook path; longer than a tag may be, so a deeper notebook gives no tag. */
const notebookLength = 1000;

/** Returns a note's notebook with its ancestors as a tag: `Work/Projects`. Some may be missing. */
function notebookOf(note: JoplinItem, folders: ReadonlyMap<string, JoplinItem>): string {
  const names: string[] = [];
  const seen = new Set<string>();
  let length = 0;
  let at = note.fields.get("parent_id") ?? "";
  for (
    let folder = folders.get(at);
    folder !== undefined && !seen.has(at) && length <= notebookLength;
    folder = folders.get(at)
  ) {
    seen.add(at);
    const name = folder.title.slice(0, notebookLength).replaceAll("/", "-");
    names.push(name);
    length += name.length + 1;
    at = folder.fields.get("parent_id") ?? "";
  }
  return names.toReversed().join("/");
}

/** Returns a note's location, or null if it is 0, 0 or invalid. */
function placeOf(note: JoplinItem): MemoLocation | null {
  const latitude = Number(note.fields.get("latitude") ?? 0);
  const longitude = Number(note.fields.get("longitude") ?? 0);
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null;
  return latitude === 0 && longitude === 0 ? null : { placeholder: "", latitude, longitude };
}
