import type { BlobStore } from "@tidemark/core/attachment";
import { isReference } from "@tidemark/core/memo";
import type { AttachmentRecord, MemoElement, MemoRecord } from "@tidemark/core/model";
import { noteParts } from "../markdown/note-text.ts";
import type { ImportTarget } from "../target/import-target.ts";
import { ExportNames, plainFilename, plainName } from "./export-names.ts";
import type { ExportSink } from "./export-sink.ts";
import {
  type MemoHeadFields,
  type ManifestHead,
  manifestName,
  writeMemoFile,
} from "./memo-file.ts";

/** The profile that is exported. */
export interface ExportTarget extends Pick<ImportTarget, "memoDeps" | "attachments" | "caller"> {
  readonly blobs: BlobStore;
}

export interface ExportReport {
  readonly memos: number;
  readonly files: number;
  /** How many memos stay behind, since they are in the trash. */
  readonly trashed: number;
  /** What is not in the export, in words. */
  readonly problems: readonly { readonly memo: string; readonly words: string }[];
}

export interface ExportOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (memos: number) => void;
}

const batch = 200;

/**
 * Writes every memo of the profile's owner as Markdown with what it is before its text, archived ones
 * and comments too, and their files. Addresses of memos and files are paths within the export, so that
 * other programs follow them; importing it turns them back.
 */
export async function exportMemos(
  target: ExportTarget,
  sink: ExportSink,
  options: ExportOptions = {},
): Promise<ExportReport> {
  const names = new ExportNames();
  const { paths, trashed } = await namePaths(target, names);
  const filePaths = new Map<string, string>();
  const problems: { memo: string; words: string }[] = [];
  let memos = 0;
  let files = 0;
  for await (const record of ownMemos(target)) {
    options.signal?.throwIfAborted();
    const path = paths.get(record.id);
    if (path === undefined) continue;
    const its = (await target.attachments.ofMemos([record.id])).get(record.id) ?? [];
    for (const file of its) {
      const written = await putFile(target, sink, names, file);
      if (written === null && file.externalLink === "") {
        const words = `its file "${file.filename}" is not on this device`;
        problems.push({ memo: record.id, words });
      }
      if (written === null) continue;
      filePaths.set(file.id, written);
      files += 1;
    }
    const head = await headOf(target, record, its, filePaths);
    const content = relativeText(record, path, paths, filePaths);
    await sink.put(path, inOne(writeMemoFile(head, content)), record.updatedMs);
    memos += 1;
    options.onProgress?.(memos);
  }
  const head: ManifestHead = { format: "tidemark-export", version: 1 };
  const manifest = { ...head, memos, files, trashed, problems };
  await sink.put(manifestName, inOne(`${JSON.stringify(manifest, null, 2)}\n`), Date.now());
  await sink.finish();
  return { memos, files, trashed, problems };
}

/** Every memo of the owner, the trash left out. */
async function* ownMemos({ memoDeps, caller }: ExportTarget): AsyncGenerator<MemoRecord> {
  const { name } = await caller();
  let after = "";
  for (;;) {
    const from = after;
    const some = await memoDeps.database.read(async ({ memos }) => {
      const ids = await memos.idsByCreator(name, from, batch);
      return { ids, records: await memos.findMany(ids) };
    });
    yield* some.records.filter(({ deletedMs }) => deletedMs === null);
    after = some.ids.at(-1) ?? "";
    if (some.ids.length < batch) return;
  }
}

async function namePaths(
  target: ExportTarget,
  names: ExportNames,
): Promise<{ readonly paths: ReadonlyMap<string, string>; readonly trashed: number }> {
  const { name } = await target.caller();
  const paths = new Map<string, string>();
  for await (const { id, createdMs, snippet, property } of ownMemos(target)) {
    const day = new Date(createdMs).toISOString().slice(0, 10);
    const words = plainName(property.title || snippet, 40);
    const stem = [day, words, id].filter((part) => part !== "").join(" ");
    paths.set(id, names.take(`memos/${day.slice(0, 4)}`, stem, ".md"));
  }
  const total = await target.memoDeps.database.read(async ({ memos }) => {
    let count = 0;
    for (let after = ""; ;) {
      const ids = await memos.idsByCreator(name, after, 1000);
      count += ids.length;
      after = ids.at(-1) ?? "";
      if (ids.length < 1000) return count;
    }
  });
  return { paths, trashed: total - paths.size };
}

/** The path of a file in the export; null: its content is not here. */
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

async function headOf(
  { memoDeps, caller }: ExportTarget,
  record: MemoRecord,
  files: readonly AttachmentRecord[],
  filePaths: ReadonlyMap<string, string>,
): Promise<MemoHeadFields> {
  const { name } = await caller();
  const found = await memoDeps.database.read(({ memos }) => memos.elements([record.id]));
  const elements = found.get(record.id) ?? [];
  const { id, createdMs, updatedMs, visibility, state, pinned, location, parent } = record;
  return {
    id,
    created: createdMs,
    updated: updatedMs,
    visibility,
    state,
    pinned,
    location,
    parent,
    references: elements.filter(isReference).map(({ key }) => key),
    reactions: elements.flatMap((element) => ownReaction(element, name)),
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

/** A text whose addresses of memos and files are paths from where it is. */
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
      const [, file = ""] = /^\/file\/attachments\/([\w-]+)\/[^/]+$/.exec(address) ?? [];
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
  yield Buffer.from(text, "utf8");
}
