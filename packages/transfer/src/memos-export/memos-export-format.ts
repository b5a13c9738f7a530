import { parseJson } from "@tidemark/core";
import type { Visibility } from "@tidemark/core/model";
import { z } from "zod";
import {
  entryOf,
  readBytes,
  SourceRefused,
  type SourceTree,
  unreadable,
} from "../archive/source-tree.ts";
import {
  memosItems,
  memosLedger,
  memosLocation,
  memosOfSpaces,
  memosReaction,
  memosVisibility,
} from "../memos/memos-record.ts";
import { type ReadableParts, readableParts, unreadWords } from "../memos/side-parts.ts";
import {
  type ImportFile,
  type ImportItem,
  type ImportNote,
  problem,
  skipped,
  type SourceFormat,
} from "../model.ts";
import { commentDepths } from "../plan/comment-depths.ts";
import {
  type ExportFile,
  type ExportManifest,
  exportManifestSchema,
  exportMarkSchema,
  type ExportMemo,
  exportMemoSchema,
  exportSideFields,
} from "./export-records.ts";

const manifestName = "manifest.json";
const maxRecordBytes = 4 * 1024 * 1024;
const maxTextBytes = 16 * 1024 * 1024;

/** Export of one user's memos by memos 0.31, as a zip or unpacked. */
export const memosExportFormat: SourceFormat = {
  name: "memos-export",
  async detect(tree) {
    if (entryOf(tree, manifestName) === null) return false;
    const text = await readText(tree, manifestName, maxRecordBytes);
    try {
      parseJson(exportMarkSchema, text);
      return true;
    } catch {
      return false;
    }
  },
  async read(tree, { user }) {
    const manifest = readManifest(await readText(tree, manifestName, maxRecordBytes));
    const { username } = manifest.scope.user;
    if (user !== null && user.toLowerCase() !== username.toLowerCase()) {
      throw new SourceRefused("no-user", `it has no user named ${user}; there is: ${username}`, {
        people: [username],
      });
    }
    return {
      ...memosLedger,
      label: `the memos of ${username} in "${tree.name}"`,
      items: (signal) => readExport(tree, manifest, signal),
      async [Symbol.asyncDispose]() {},
    };
  },
};

function readManifest(text: string): ExportManifest {
  try {
    return parseJson(exportManifestSchema, text);
  } catch (cause) {
    const words = "it isn't one person's memos export, or its version is unknown";
    throw new SourceRefused("not-readable", words, { cause, path: manifestName });
  }
}

async function readText(tree: SourceTree, path: string, maxBytes: number): Promise<string> {
  const bytes = await readBytes(tree, path, maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new SourceRefused("broken", "it isn't UTF-8", { cause, path });
  }
}

/** Fields of a memo that are needed for sorting and links. */
interface Head {
  readonly path: string;
  readonly uid: string;
  readonly parent: string | null;
  readonly visibility: Visibility;
}

async function* readExport(
  tree: SourceTree,
  { scope, counts }: ExportManifest,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  const heads: Head[] = [];
  const used = new Set([manifestName]);
  let records = 0;
  let ofOthers = 0;
  let ofSpaces = 0;
  for (const { path } of tree.entries) {
    if (!/^memos\/[^/]+\.json$/.test(path)) continue;
    signal?.throwIfAborted();
    records += 1;
    used.add(path);
    const memo = await readMemo(tree, path);
    if ("words" in memo) {
      yield memo;
      continue;
    }
    used.add(memo.contentPath);
    for (const file of memo.attachments) used.add(file.path);
    if (memo.creator !== scope.user.username) {
      ofOthers += 1;
      continue;
    }
    if (memo.visibility === "SPACE") ofSpaces += 1;
    const parent = parentOf(memo);
    heads.push({ path, uid: memo.uid, parent, visibility: memosVisibility(memo.visibility) });
  }
  const own = new Map(heads.map(({ uid, visibility }) => [uid, visibility]));
  const parents = new Map(heads.map(({ uid, parent }) => [uid, parent ?? undefined]));
  const depths = commentDepths(own.keys(), (uid) => parents.get(uid));
  const depth = ({ uid }: Head): number => depths.get(uid) ?? 0;
  for (const { path } of heads.toSorted((a, b) => depth(a) - depth(b))) {
    signal?.throwIfAborted();
    yield* memoItems(tree, path, scope.user.username, own);
  }
  if (counts.memos > records) {
    const words = `it says that it has ${counts.memos} memos, and has ${records}`;
    yield problem(manifestName, "incomplete", words);
  }
  if (ofOthers > 0)
    yield skipped(tree.name, "others", `memos of other people, skipped: ${ofOthers}`);
  if (ofSpaces > 0) yield memosOfSpaces(tree.name, ofSpaces);
  for (const { path } of tree.entries) {
    if (!used.has(path)) yield skipped(path, "no-note", "not used by any memo");
  }
}

/** Reads the record of a memo, or returns the reason why it can't be read. */
async function readMemo(
  tree: SourceTree,
  path: string,
): Promise<(ExportMemo & Pick<ReadableParts, "unread">) | ImportNote> {
  try {
    const answer = parseJson(z.unknown(), await readText(tree, path, maxRecordBytes));
    const { value, unread } = readableParts(answer, exportSideFields);
    return { ...exportMemoSchema.parse(value), unread };
  } catch (error) {
    if (error instanceof SourceRefused) return noteOf(path, error);
    return problem(path, "broken", "it doesn't look like an exported memo");
  }
}

function noteOf(path: string, error: unknown): ImportNote {
  const { code, words } = unreadable(error);
  return problem(path, code, words);
}

function parentOf({ parent = null }: ExportMemo): string | null {
  return parent === "" ? null : parent;
}

async function* memoItems(
  tree: SourceTree,
  path: string,
  username: string,
  own: ReadonlyMap<string, Visibility>,
): AsyncGenerator<ImportItem> {
  const memo = await readMemo(tree, path);
  if ("words" in memo) {
    // The file changed while the others were read.
    yield memo;
    return;
  }
  let content: string;
  try {
    content = await contentOf(tree, memo);
  } catch (error) {
    yield noteOf(path, error);
    return;
  }
  const notes: ImportNote[] = [];
  if (memo.unread.length > 0) {
    notes.push(problem(`memos/${memo.uid}`, "unread-parts", unreadWords(memo.unread)));
  }
  const files: ImportFile[] = [];
  for (const file of memo.attachments) {
    const found = fileOf(tree, file);
    if (typeof found !== "string") files.push(found);
    else {
      const words = `its file "${file.filename}" stays behind: ${found}`;
      notes.push(problem(`memos/${memo.uid}`, "file", words));
    }
  }
  const reactions = memo.reactions.filter(({ creator }) => creator === username);
  const references = memo.relations.filter(({ type }) => type === "REFERENCE");
  yield* memosItems(
    {
      uid: memo.uid,
      content,
      createdMs: memo.createTime,
      updatedMs: memo.updateTime,
      state: memo.state === "ARCHIVED" ? "ARCHIVED" : "NORMAL",
      visibility: memosVisibility(memo.visibility),
      pinned: memo.pinned,
      location: memosLocation(memo.location),
      parent: parentOf(memo),
      references: [...new Set(references.map(({ memo: uid }) => uid))],
      reactions: reactions.map(({ reactionType }) => memosReaction(reactionType)),
      othersReactions: memo.reactions.length - reactions.length,
      tags: memo.tags,
      files,
      notes,
    },
    own,
  );
}

async function contentOf(tree: SourceTree, { contentPath }: ExportMemo): Promise<string> {
  if (entryOf(tree, contentPath) !== null) return readText(tree, contentPath, maxTextBytes);
  throw new SourceRefused("broken", `its text ${contentPath} is not in the export`);
}

/** Returns a file of a memo, or the reason why it isn't imported. */
function fileOf(tree: SourceTree, file: ExportFile): ImportFile | string {
  const { uid, type, path, externalLink } = file;
  const common = { key: uid, filename: file.filename || "file", type };
  if (externalLink !== "") {
    if (!externalLink.startsWith("https://")) return `it is a link to ${externalLink}`;
    return { ...common, sizeBytes: 0, externalLink, async *open() {} };
  }
  const entry = entryOf(tree, path);
  if (entry === null) return "it is not in the export";
  if (entry.sizeBytes !== file.size) return "its size differs from the export's list";
  return { ...common, sizeBytes: entry.sizeBytes, open: () => tree.open(path) };
}
