import { attachmentOfLink, memoLink } from "@tidemark/core/markdown";
import type { OpenScratch } from "../bytes/scratch.ts";
import { readBytes, SourceRefused, type SourceTree, unreadable } from "../archive/source-tree.ts";
import { indexNotes } from "../markdown/note-index.ts";
import { noteParts } from "../markdown/note-text.ts";
import {
  importedFields,
  type ImportFile,
  type ImportItem,
  type ImportMemo,
  type ImportNote,
  plainMemo,
  problem,
  skipped,
  type SourceFormat,
} from "../model.ts";
import { commentDepths } from "../plan/comment-depths.ts";
import { fileLink } from "../text/file-link.ts";
import { type DecodedText, decodeNote } from "../text/text-reader.ts";
import {
  exportAt,
  exportedFiles,
  type FindFile,
  findExports,
  type FoundExport,
  idOfAddress,
  maxExportedBytes,
} from "./export-tree.ts";
import { type MemoHeadFields, readMemoFile } from "./memo-file.ts";
import { keepMemosIn, type KeptPlace } from "./kept-memos.ts";
import { type JsonMemo, memosJsonName, readJsonMemos } from "./memos-json.ts";

const found = new WeakMap<SourceTree, readonly FoundExport[]>();

/** Tidemark's own exports: memos are restored unchanged, under their ids if those are free. */
export const tidemarkFormat: SourceFormat = {
  name: "tidemark",
  async detect(tree) {
    const exports = await findExports(tree);
    found.set(tree, exports);
    return exports.length > 0;
  },
  read: (tree, { openScratch }) => ({
    format: "tidemark",
    // Ids are globally unique, across exports.
    id: "",
    label: `the export "${tree.name}"`,
    items: (signal) => readExports(tree, found.get(tree) ?? [exportAt(tree)], openScratch, signal),
    async [Symbol.asyncDispose]() {},
  }),
};

async function* readExports(
  tree: SourceTree,
  exports: readonly FoundExport[],
  openScratch: OpenScratch,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  for (const each of exports) {
    if (each.json === null) yield* readExport(each, signal);
    else yield* readJson(each, each.json.path, openScratch, signal);
  }
  for (const { path } of tree.entries) {
    if (exports.every(({ root }) => !path.startsWith(root))) {
      yield skipped(path, "no-note", "not part of the export");
    }
  }
}

interface Head {
  readonly path: string;
  readonly id: string;
  readonly parent: string | null;
}

async function* readExport(
  { tree, memos, own }: FoundExport,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  const heads: Head[] = [];
  for (const { path } of memos) {
    signal?.throwIfAborted();
    const read = await readOne(tree, path);
    if (typeof read === "string") {
      yield problem(path, "broken", read);
      continue;
    }
    if (read.doubt !== null) yield problem(path, "encoding", read.doubt);
    heads.push({ path, id: read.head.id, parent: read.head.parent });
  }
  const byId = new Map(heads.map((head) => [head.id, head]));
  const idAt = new Map(heads.map(({ path, id }) => [path, id]));
  const depths = depthsOf(byId);
  const depth = ({ id }: Head): number => depths.get(id) ?? 0;
  const index = indexNotes(tree);
  const fileEntry = exportedFiles(tree);
  const used = new Set([...own, ...memos.map(({ path }) => path)]);
  for (const { path } of heads.toSorted((a, b) => depth(a) - depth(b))) {
    const read = await readOne(tree, path);
    if (typeof read === "string") {
      throw new SourceRefused("broken", "it changed while being read", { path });
    }
    const { head, content } = read;
    const notes: ImportNote[] = [];
    const files = filesOf(tree, fileEntry, path, head, notes);
    const fileAt = new Map(files.map(({ path: at, file }) => [at, file.key]));
    const keys = new Set(files.map(({ file }) => file.key));
    for (const each of files) used.add(each.path);
    const names = namesOf(head);
    const text = noteParts(content, {
      address(address) {
        const at = index.byAddress(path, address) ?? "";
        const id = idAt.get(at);
        if (id !== undefined) return { to: "memo", key: id };
        const file = fileAt.get(at);
        if (file !== undefined) return { to: "file", key: file };
        // Another program renamed the file, but kept the id in its path.
        const named = idOfAddress(address);
        const isThere = (named?.to === "memo" ? byId : keys).has(named?.key ?? "");
        return named === null || !isThere ? { to: "nothing" } : named;
      },
      wiki: () => null,
    }).map((part) => {
      if (typeof part === "string") return part;
      // The original address, for comparison with an existing memo.
      const name = names.get(part.key) ?? "";
      const otherwise = part.to === "memo" ? memoLink(part.key) : fileLink(part.key, name);
      return { ...part, otherwise };
    });
    yield memoOf(head, {
      from: path,
      text,
      files: files.map(({ file }) => file),
      isThere: (id) => byId.has(id),
    });
    yield* notes;
  }
  yield* unused(tree, used);
}

function* unused(tree: SourceTree, used: ReadonlySet<string>): Generator<ImportNote> {
  for (const { path } of tree.entries) {
    if (!used.has(path)) yield skipped(path, "no-note", "not used by any memo");
  }
}

/** Returns the number of ancestors of each memo, to sort parents before comments. */
function depthsOf(byId: ReadonlyMap<string, Pick<Head, "parent">>): ReadonlyMap<string, number> {
  return commentDepths(byId.keys(), (id) => {
    const parent = byId.get(id)?.parent ?? "";
    return byId.has(parent) ? parent : undefined;
  });
}

/** Returns filenames by id; the first if there are several. */
function namesOf({ files }: MemoHeadFields): ReadonlyMap<string, string> {
  return new Map(files.toReversed().map(({ id, name }) => [id, name]));
}

function memoOf(
  head: MemoHeadFields,
  read: Pick<ImportMemo, "from" | "text" | "files"> & { isThere(id: string): boolean },
): ImportMemo {
  const { isThere, ...parts } = read;
  return plainMemo({
    ...parts,
    key: head.id,
    wantedId: head.id,
    createdMs: head.created,
    updatedMs: head.updated,
    ...importedFields(head),
    parentKey: head.parent,
    references: head.references.filter(isThere).toSorted(),
    reactions: head.reactions.toSorted(),
  });
}

/**
 * Yields the memos of a JSON export. Reads it once into a temporary file, then reads each memo from there,
 * so that comments follow their parents regardless of the export's order.
 */
async function* readJson(
  { tree, own }: FoundExport,
  file: string,
  openScratch: OpenScratch,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  await using scratch = await openScratch();
  const kept = keepMemosIn(await scratch.create());
  const byId = new Map<string, Pick<Head, "parent">>();
  const places: (KeptPlace & { readonly id: string })[] = [];
  let nth = 0;
  for await (const read of readJsonMemos(tree, file)) {
    signal?.throwIfAborted();
    nth += 1;
    if (typeof read === "string") {
      yield problem(`${file}, memo ${nth}`, "broken", read);
      continue;
    }
    const { id, parent } = read.head;
    byId.set(id, { parent });
    places.push({ id, ...(await kept.add(read)) });
  }
  const depths = depthsOf(byId);
  const depth = ({ id }: { readonly id: string }): number => depths.get(id) ?? 0;
  const used = new Set(own);
  const fileEntry = exportedFiles(tree);
  for (const place of places.toSorted((a, b) => depth(a) - depth(b))) {
    yield* readJsonMemo(tree, fileEntry, await kept.at(place), byId, used);
  }
  yield* unused(tree, used);
}

function* readJsonMemo(
  tree: SourceTree,
  fileEntry: FindFile,
  { head, content }: JsonMemo,
  byId: ReadonlyMap<string, unknown>,
  used: Set<string>,
): Generator<ImportItem> {
  const from = `${memosJsonName}, ${head.id}`;
  const notes: ImportNote[] = [];
  const files = filesOf(tree, fileEntry, from, head, notes);
  for (const { path } of files) used.add(path);
  const own = new Set(files.map(({ file }) => file.key));
  const names = namesOf(head);
  const text = noteParts(content, {
    address(address) {
      const [, memo = ""] = /^\/memos\/([\w-]+)$/.exec(address) ?? [];
      if (byId.has(memo)) return { to: "memo", key: memo };
      const file = attachmentOfLink(address) ?? "";
      return own.has(file) ? { to: "file", key: file } : { to: "nothing" };
    },
    wiki: () => null,
  }).map((part) => {
    if (typeof part === "string") return part;
    const name = names.get(part.key) ?? "";
    const otherwise = part.to === "memo" ? memoLink(part.key) : fileLink(part.key, name);
    return { ...part, otherwise };
  });
  yield memoOf(head, {
    from,
    text,
    files: files.map(({ file }) => file),
    isThere: (id) => byId.has(id),
  });
  yield* notes;
}

type ReadMemo = Exclude<ReturnType<typeof readMemoFile>, string> & Pick<DecodedText, "doubt">;

async function readOne(tree: SourceTree, path: string): Promise<string | ReadMemo> {
  try {
    const decoded = await decodeNote(tree, await readBytes(tree, path, maxExportedBytes));
    if (decoded === null) return "it contains bytes that aren't text";
    const memo = readMemoFile(decoded.text);
    return typeof memo === "string" ? memo : { ...memo, doubt: decoded.doubt };
  } catch (error) {
    return unreadable(error).words;
  }
}

function filesOf(
  tree: SourceTree,
  fileEntry: FindFile,
  from: string,
  { files }: MemoHeadFields,
  notes: ImportNote[],
): { readonly path: string; readonly file: ImportFile }[] {
  return files.flatMap(({ id, name, type, path, link }) => {
    const common = { key: id, wantedId: id, filename: name, type };
    if (link !== "") {
      const file: ImportFile = { ...common, sizeBytes: 0, externalLink: link, async *open() {} };
      return [{ path: `link ${id}`, file }];
    }
    const entry = fileEntry(id, path);
    if (entry === null) {
      notes.push(problem(from, "no-file", `its file "${name}" is not in the export`));
      return [];
    }
    const open = (): AsyncIterable<Uint8Array> => tree.open(entry.path);
    const file: ImportFile = { ...common, sizeBytes: entry.sizeBytes, open };
    return [{ path: entry.path, file }];
  });
}
