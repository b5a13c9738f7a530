import type { Database } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import { attachmentOfLink } from "@tidemark/core/markdown";
import { isReference } from "@tidemark/core/memo";
import type { AttachmentRecord, Caller, MemoElement, MemoRecord } from "@tidemark/core/model";
import { toUtf8 } from "../bytes/text-bytes.ts";
import { noteParts } from "../markdown/note-text.ts";
import { importedFields } from "../model.ts";
import { ExportNames, plainFilename, plainName } from "./export-names.ts";
import type { ExportSink } from "./export-sink.ts";
import {
  type MemoHeadFields,
  type ManifestHead,
  manifestName,
  writeMemoFile,
} from "./memo-file.ts";
import { memosJsonName, writeJsonMemo, writeJsonMemos } from "./memos-json.ts";

/** Owner of memos to export, of a profile or on a server. */
export interface ExportTarget {
  readonly memoDeps: { readonly database: Database };
  readonly caller: () => Promise<Pick<Caller, "name">>;
  readonly blobs: Pick<BlobStore, "open" | "has">;
}

export interface ExportReport {
  readonly memos: number;
  readonly files: number;
  /** Number of memos that were not exported because they are in the trash. */
  readonly trashed: number;
  /** Content that is missing from the export, with the reason. */
  readonly problems: readonly { readonly memo: string; readonly words: string }[];
}

export interface ExportOptions {
  /** Markdown, one file per memo, by default; or JSON, one file for all. */
  readonly format?: "markdown" | "json";
  /** Id of a single memo to export; absent for all. */
  readonly only?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (memos: number) => void;
}

const batch = 200;

/**
 * Exports every memo of the profile's owner, including archived ones and comments, with their files: as
 * Markdown with front matter, or all of them as JSON. In Markdown, links to memos and files are relative
 * paths within the export, which other programs can follow; an import restores them.
 */
export async function exportMemos(
  target: ExportTarget,
  sink: ExportSink,
  options: ExportOptions = {},
): Promise<ExportReport> {
  const names = new ExportNames();
  const { paths, trashed } = await namePaths(target, names, options.only);
  const run: ExportRun = {
    target,
    sink,
    options,
    names,
    owner: (await target.caller()).name,
    paths,
    filePaths: new Map(),
    problems: [],
    files: 0,
  };
  const memos = options.format === "json" ? await putJson(run) : await putMarkdown(run);
  const { files, problems } = run;
  const head: ManifestHead = { format: "tidemark-export", version: 1 };
  const manifest = { ...head, memos, files, trashed, problems };
  await sink.put(manifestName, inOne(`${JSON.stringify(manifest, null, 2)}\n`), Date.now());
  await sink.finish();
  return { memos, files, trashed, problems };
}

interface ExportRun {
  readonly target: ExportTarget;
  readonly sink: ExportSink;
  readonly options: ExportOptions;
  readonly names: ExportNames;
  readonly owner: string;
  /** Paths of memos in Markdown exports. Memos written after the paths were assigned aren't exported. */
  readonly paths: ReadonlyMap<string, string>;
  readonly filePaths: Map<string, string>;
  readonly problems: { memo: string; words: string }[];
  files: number;
}

/** Memo with its elements and files. */
interface MemoParts {
  readonly record: MemoRecord;
  readonly elements: readonly MemoElement[];
  readonly files: readonly AttachmentRecord[];
}

async function* partsOf({ target, options, paths }: ExportRun): AsyncGenerator<MemoParts> {
  for await (const { records } of ownMemos(target, options.only)) {
    const ids = records.map(({ id }) => id);
    const { elementsOf, filesOf } = await partsOfMemos(target, ids);
    for (const record of records) {
      options.signal?.throwIfAborted();
      if (!paths.has(record.id)) continue;
      const elements = elementsOf.get(record.id) ?? [];
      yield { record, elements, files: filesOf.get(record.id) ?? [] };
    }
  }
}

/** Returns the elements and files of memos by memo. */
async function partsOfMemos({ memoDeps }: ExportTarget, ids: readonly string[]) {
  return memoDeps.database.read(async ({ memos, attachments }) => ({
    elementsOf: await memos.elements(ids),
    filesOf: Map.groupBy(await attachments.listByMemos(ids), ({ memo }) => memo ?? ""),
  }));
}

async function putMarkdown(run: ExportRun): Promise<number> {
  const { sink, options, owner, paths, filePaths } = run;
  let memos = 0;
  for await (const parts of partsOf(run)) {
    const { record } = parts;
    await putFiles(run, parts);
    const head = headOf(record, { ...parts, owner }, filePaths);
    const path = paths.get(record.id) ?? "";
    const content = relativeText(record, path, paths, filePaths);
    await sink.put(path, inOne(writeMemoFile(head, content)), record.updatedMs);
    memos += 1;
    options.onProgress?.(memos);
  }
  return memos;
}

/** Writes the files before the JSON, because a zip is sequential and the memos contain the files' paths. */
async function putJson(run: ExportRun): Promise<number> {
  const { sink, options, owner, filePaths } = run;
  for await (const parts of partsOf(run)) await putFiles(run, parts);
  let memos = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const parts of partsOf(run)) {
      const { content, tags, property } = parts.record;
      const head = headOf(parts.record, { ...parts, owner }, filePaths);
      yield writeJsonMemo({ head, content }, { tags, title: property.title });
      memos += 1;
      options.onProgress?.(memos);
    }
  };
  await sink.put(memosJsonName, writeJsonMemos(lines()), Date.now());
  return memos;
}

/** Writes the files of a memo that are on this device. */
async function putFiles(run: ExportRun, { record, files }: MemoParts): Promise<void> {
  const { target, sink, names, filePaths, problems } = run;
  for (const file of files) {
    const written = await putFile(target, sink, names, file);
    if (written === null && file.externalLink === "") {
      const words = `its file "${file.filename}" is not on this device`;
      problems.push({ memo: record.id, words });
    }
    if (written === null) continue;
    filePaths.set(file.id, written);
    run.files += 1;
  }
}

interface MemoBatch {
  readonly records: readonly MemoRecord[];
  /** Number of further memos that are in the trash. */
  readonly trashed: number;
}

/** Yields every memo of the owner, or only one, without those in the trash. */
async function* ownMemos(
  { memoDeps, caller }: ExportTarget,
  only: string | undefined,
): AsyncGenerator<MemoBatch> {
  const { name } = await caller();
  if (only !== undefined) {
    const record = await memoDeps.database.read(({ memos }) => memos.find(only));
    const isThere = record !== null && record.creator === name && record.deletedMs === null;
    yield { records: isThere ? [record] : [], trashed: 0 };
    return;
  }
  let after = "";
  for (;;) {
    const from = after;
    const some = await memoDeps.database.read(async ({ memos }) => {
      const ids = await memos.idsByCreator(name, from, batch);
      return { ids, records: await memos.findMany(ids) };
    });
    const records = some.records.filter(({ deletedMs }) => deletedMs === null);
    yield { records, trashed: some.records.length - records.length };
    after = some.ids.at(-1) ?? "";
    if (some.ids.length < batch) return;
  }
}

async function namePaths(
  target: ExportTarget,
  names: ExportNames,
  only: string | undefined,
): Promise<{ readonly paths: ReadonlyMap<string, string>; readonly trashed: number }> {
  const paths = new Map<string, string>();
  let trashed = 0;
  for await (const some of ownMemos(target, only)) {
    trashed += some.trashed;
    for (const record of some.records) {
      const year = new Date(record.createdMs).toISOString().slice(0, 4);
      paths.set(record.id, names.take(`memos/${year}`, stemOf(record, record.id), ".md"));
    }
  }
  return { paths, trashed };
}

/** Returns a memo's filename without extension: its day, its title or beginning, and `id` unless it is "". */
function stemOf(
  { createdMs, snippet, property }: Pick<MemoRecord, "createdMs" | "snippet" | "property">,
  id: string,
): string {
  const day = new Date(createdMs).toISOString().slice(0, 10);
  const words = plainName(property.title || snippet, 40);
  return [day, words, id].filter((part) => part !== "").join(" ");
}

/** Export of a single memo: one Markdown file, or a zip if it has files on this device. */
export interface MemoExport {
  /** Filename without extension. */
  readonly name: string;
  /** Markdown text; null if the memo has files. */
  readonly markdown: string | null;
}

/** Exports a single memo. Returns null if the owner has no such memo. */
export async function exportMemo(target: ExportTarget, id: string): Promise<MemoExport | null> {
  for await (const { records } of ownMemos(target, id)) {
    const [record] = records;
    if (record === undefined) return null;
    const { elementsOf, filesOf } = await partsOfMemos(target, [id]);
    const files = filesOf.get(id) ?? [];
    const here = await Promise.all(
      files.flatMap(({ sha256 }) => (sha256 === null ? [] : [target.blobs.has(sha256)])),
    );
    const name = stemOf(record, "") || id;
    if (here.includes(true)) return { name, markdown: null };
    const parts = { elements: elementsOf.get(id) ?? [], files, owner: record.creator };
    return { name, markdown: writeMemoFile(headOf(record, parts, new Map()), record.content) };
  }
  return null;
}

/** Writes a file and returns its path in the export; null if its content isn't on this device. */
async function putFile(
  { blobs }: ExportTarget,
  sink: ExportSink,
  names: ExportNames,
  { id, filename, sha256, createdMs }: AttachmentRecord,
): Promise<string | null> {
  const content = sha256 === null ? null : await blobs.open(sha256);
  if (content === null) return null;
  const name = plainFilename(filename);
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  const path = names.take(`files/${id}`, stem, ending);
  await sink.put(path, content, createdMs);
  return path;
}

function headOf(
  record: MemoRecord,
  its: {
    readonly elements: readonly MemoElement[];
    readonly files: readonly AttachmentRecord[];
    readonly owner: string;
  },
  filePaths: ReadonlyMap<string, string>,
): MemoHeadFields {
  const { elements, files, owner } = its;
  const { id, createdMs, updatedMs, parent } = record;
  return {
    id,
    created: createdMs,
    updated: updatedMs,
    ...importedFields(record),
    parent,
    references: elements.filter(isReference).map(({ key }) => key),
    reactions: elements.flatMap((element) => ownReaction(element, owner)),
    files: files.map((file) => ({
      id: file.id,
      name: file.filename,
      type: file.type,
      path: filePaths.get(file.id) ?? "",
      link: file.externalLink,
    })),
  };
}

function ownReaction({ set, value }: MemoElement, user: string): string[] {
  if (set !== "reaction" || value === null || value["creator"] !== user) return [];
  const type = value["reactionType"];
  return typeof type === "string" ? [type] : [];
}

/** Returns a text in which addresses of memos and files are paths relative to `path`. */
function relativeText(
  { content }: MemoRecord,
  path: string,
  paths: ReadonlyMap<string, string>,
  filePaths: ReadonlyMap<string, string>,
): string {
  const up = "../".repeat(path.split("/").length - 1);
  const parts = noteParts(content, {
    address(address) {
      const [, memo = ""] = /^\/memos\/([\w-]+)$/.exec(address) ?? [];
      if (paths.has(memo)) return { to: "memo", key: memo };
      const file = attachmentOfLink(address) ?? "";
      return filePaths.has(file) ? { to: "file", key: file } : { to: "nothing" };
    },
    wiki: () => null,
  });
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const found = (part.to === "memo" ? paths : filePaths).get(part.key) ?? "";
      return up + found.split("/").map(encoded).join("/");
    })
    .join("");
}

function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll("(", "%28").replaceAll(")", "%29");
}

async function* inOne(text: string): AsyncGenerator<Uint8Array> {
  yield toUtf8(text);
}
