import { normaliseText } from "@tidemark/core/markdown";
import { fromUtf8 } from "../bytes/text-bytes.ts";
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
  type SourceFormat,
} from "../model.ts";
import { type KeepNote, keepNoteSchema, keepText } from "./keep-note.ts";

const maxNoteBytes = 8 * 1024 * 1024;
const lookedInto = 50;

/** Google Keep's Takeout exports; the names of their folders depend on the language. */
export const keepFormat: SourceFormat = {
  name: "keep",
  async detect(tree) {
    for (const { path } of jsonFiles(tree).slice(0, lookedInto)) {
      if (isRead(await readNote(tree, path))) return true;
    }
    return false;
  },
  read: (tree) => ({
    format: "keep",
    // Notes are identified by their creation time, which is the same in every export.
    id: "",
    label: `the Google Keep notes of "${tree.name}"`,
    items: (signal) => readKeep(tree, signal),
    async [Symbol.asyncDispose]() {},
  }),
};

function jsonFiles(tree: SourceTree): SourceEntry[] {
  return tree.entries.filter(
    ({ path, sizeBytes }) => /\.json$/i.test(path) && sizeBytes <= maxNoteBytes,
  );
}

/** Parses the note in a file, or returns the reason why it isn't one. */
async function readNote(tree: SourceTree, path: string): Promise<KeepNote | ImportNote> {
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(tree, path, maxNoteBytes);
  } catch (error) {
    const { code, words } = unreadable(error);
    return problem(path, code, words);
  }
  try {
    const value: unknown = JSON.parse(fromUtf8(bytes));
    const note = keepNoteSchema.safeParse(value);
    if (note.success) return note.data;
    return problem(path, "broken", "it doesn't look like a Google Keep note");
  } catch {
    return problem(path, "broken", "it isn't valid JSON");
  }
}

function isRead(read: KeepNote | ImportNote): read is KeepNote {
  return !("words" in read);
}

async function* readKeep(
  tree: SourceTree,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  const notes = new Map<string, KeepNote | ImportNote>();
  const folders = new Set<string>();
  for (const { path } of jsonFiles(tree)) {
    signal?.throwIfAborted();
    const note = await readNote(tree, path);
    notes.set(path, isRead(note) ? withoutContent(note) : note);
    if (isRead(note)) folders.add(folderOf(path));
  }
  const used = new Set<string>();
  const alike = filesAlike(tree, notes);
  const keys = new Set<string>();
  const lost = { colours: 0, sharees: 0, underlines: 0 };
  for (const [path, known] of notes) {
    // Other Google products export JSON too.
    if (!folders.has(folderOf(path))) continue;
    if (!isRead(known)) {
      yield known;
      continue;
    }
    if (known.isTrashed) {
      yield skipped(path, "binned", "it is in Google Keep's trash");
      for (const { filePath, mimetype } of known.attachments) {
        const found = findFile(tree, alike, folderOf(path) + filePath, mimetype);
        if (found !== null) used.add(found.path);
      }
      continue;
    }
    const note = await readNote(tree, path);
    if (!isRead(note)) {
      // The file changed while the others were read.
      yield note;
      continue;
    }
    const text = keepText(note);
    yield* noteItems({ tree, alike, keys, used }, path, note, normaliseText(text.markdown));
    if (text.hasUnderlines) lost.underlines += 1;
    if (note.color !== "DEFAULT") lost.colours += 1;
    if (note.sharees.length > 0) lost.sharees += 1;
  }
  if (lost.colours > 0) {
    yield skipped(
      tree.name,
      "colours",
      `notes with a colour, which memos don't have: ${lost.colours}`,
    );
  }
  if (lost.sharees > 0) {
    const words = `notes shared with others there, private here: ${lost.sharees}`;
    yield skipped(tree.name, "sharees", words);
  }
  if (lost.underlines > 0) {
    const words = `notes with underlined words, which are plain here: ${lost.underlines}`;
    yield skipped(tree.name, "underlines", words);
  }
  for (const { path } of tree.entries) {
    if (!folders.has(folderOf(path)) || notes.has(path) || used.has(path)) continue;
    // Every note also exists as an HTML page.
    if (notes.has(path.replace(/\.html$/i, ".json")) || /(?:^|\/)Labels\.txt$/.test(path)) continue;
    yield skipped(path, "no-note", "not a note, and not used by any note");
  }
}

/** Drops a note's content, so that the rest of all notes fits in memory. */
function withoutContent(note: KeepNote): KeepNote {
  return { ...note, textContent: "", textContentHtml: "", listContent: [] };
}

interface KeepSource {
  readonly tree: SourceTree;
  readonly alike: FilesAlike;
  readonly keys: Set<string>;
  readonly used: Set<string>;
}

function* noteItems(
  { tree, alike, keys, used }: KeepSource,
  path: string,
  note: KeepNote,
  text: string,
): Generator<ImportItem> {
  const files = new Map<string, ImportFile>();
  const notes: ImportNote[] = [];
  for (const { filePath, mimetype } of note.attachments) {
    const entry = findFile(tree, alike, folderOf(path) + filePath, mimetype);
    if (entry === null) {
      notes.push(problem(path, "no-file", `it shows ${filePath}, which is not there`));
      continue;
    }
    used.add(entry.path);
    if (files.has(entry.path)) continue;
    files.set(entry.path, {
      key: entry.path,
      filename: entry.path.slice(entry.path.lastIndexOf("/") + 1),
      type: mimetype,
      sizeBytes: entry.sizeBytes,
      open: () => tree.open(entry.path),
    });
  }
  if (text === "" && files.size === 0 && notes.length === 0) {
    yield skipped(path, "empty", "it is empty");
    return;
  }
  const edited = note.userEditedTimestampUsec ?? note.createdTimestampUsec;
  const created = note.createdTimestampUsec ?? edited;
  const name = path.slice(path.lastIndexOf("/") + 1).normalize("NFC");
  const plain = note.createdTimestampUsec === undefined ? name : String(note.createdTimestampUsec);
  const key = keys.has(plain) ? `${plain} ${name}` : plain;
  keys.add(key);
  yield plainMemo({
    key,
    from: path,
    text: [text],
    createdMs: msOf(created),
    updatedMs: msOf(edited),
    pinned: note.isPinned,
    state: note.isArchived ? "ARCHIVED" : "NORMAL",
    tags: note.labels.map((label) => label.name),
    files: [...files.values()],
  });
  yield* notes;
}

function msOf(microseconds: number | undefined): number | null {
  return microseconds === undefined ? null : Math.trunc(microseconds / 1000);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Files that no note names exactly, by path without extension. */
type FilesAlike = ReadonlyMap<string, readonly SourceEntry[]>;

function filesAlike(
  tree: SourceTree,
  notes: ReadonlyMap<string, KeepNote | ImportNote>,
): FilesAlike {
  const named = new Set(
    [...notes].flatMap(([path, note]) =>
      isRead(note) ? note.attachments.map(({ filePath }) => folderOf(path) + filePath) : [],
    ),
  );
  const files = tree.entries.filter(
    ({ path }) => !/\.(json|html)$/i.test(path) && !named.has(path),
  );
  return Map.groupBy(files, ({ path }) => stemOf(path));
}

function stemOf(path: string): string {
  return path.replace(/\.[^./]+$/, "").normalize("NFC");
}

/** Extensions by kind of file. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ["image", /\.(?:jpe?g|png|gif|webp|heic|bmp|tiff?)$/i],
  ["audio", /\.(?:3gpp?|amr|m4a|aac|mp3|ogg|oga|opus|wav|flac)$/i],
  ["video", /\.(?:mp4|m4v|mov|webm|mkv|avi)$/i],
];

/**
 * Finds a file by path, ignoring its extension: exports reference `.jpeg` but contain `.jpg`. Of several such
 * files, it is the one of the same kind.
 */
function findFile(
  tree: SourceTree,
  alike: FilesAlike,
  path: string,
  mimetype: string,
): SourceEntry | null {
  const exact = entryOf(tree, path);
  if (exact !== null) return exact;
  const candidates = alike.get(stemOf(path)) ?? [];
  if (candidates.length < 2) return candidates[0] ?? null;
  const isKind = kinds.find(([kind]) => mimetype.startsWith(`${kind}/`))?.[1];
  const isSame = isKind ?? kinds.find(([, extension]) => extension.test(path))?.[1];
  const [found, other] = candidates.filter((entry) => isSame?.test(entry.path) === true);
  return other === undefined ? (found ?? null) : null;
}
