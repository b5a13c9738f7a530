import { isResourceId } from "@tidemark/core";
import { shortenFilename } from "@tidemark/core/attachment";
import { type ImportFile, type ImportMemo, type ImportNote, problem } from "../model.ts";
import { endsReading, SourceRefused } from "../archive/source-tree.ts";
import { isTooLarge } from "../plan/too-large.ts";
import type { ImportTarget } from "../target/import-target.ts";

/** Imported file of a memo. */
export interface BroughtFile {
  readonly id: string;
  readonly filename: string;
}

export interface BroughtFiles {
  /** Imported files by key in the source, without those that failed. */
  readonly files: ReadonlyMap<string, BroughtFile>;
  readonly notes: readonly ImportNote[];
}

/**
 * Imports the files of a memo as streams, each under its chosen id. A file that exists under that id was
 * imported before. Files that fail are skipped and reported.
 */
export async function bringFiles(
  target: ImportTarget,
  memo: ImportMemo,
  ids: readonly string[],
): Promise<BroughtFiles> {
  const files = new Map<string, BroughtFile>();
  const notes: ImportNote[] = [];
  for (const [at, file] of memo.files.entries()) {
    // The plan already reported this file.
    if (isTooLarge(target, file)) continue;
    const id = ids[at];
    if (id === undefined) throw new Error("a file has no id");
    const brought = await bringFile(target, file, id);
    if (typeof brought === "string") {
      const words = `its file "${file.filename}" was skipped: ${brought}`;
      notes.push(problem(memo.from, "file", words));
    } else files.set(file.key, brought);
  }
  return { files, notes };
}

/** Imports a file, or returns the reason why it failed. */
async function bringFile(
  { attachments, caller }: ImportTarget,
  file: ImportFile,
  id: string,
): Promise<BroughtFile | string> {
  const who = await caller();
  const there = await attachments.get(who, id);
  if (there.ok) return { id, filename: there.value.filename };
  const filename = possibleName(file.filename);
  const { externalLink, type } = file;
  if (externalLink !== undefined) {
    const linked = await attachments.create(who, { id, externalLink, filename, type });
    return linked.ok ? { id, filename } : linked.error.message;
  }
  try {
    const received = await attachments.receive(who, { filename, type }, file.open());
    if (!received.ok) return received.error.message;
    await using held = received.value;
    const made = await attachments.create(who, { id, file: held });
    return made.ok ? { id, filename } : made.error.message;
  } catch (error) {
    if (isOfTheFile(error)) return error instanceof Error ? error.message : String(error);
    throw error;
  }
}

/** Returns an id for each file of a memo: the requested one if it was never used, else a new one. */
export async function chooseFileIds(
  { memoDeps }: ImportTarget,
  { files }: ImportMemo,
): Promise<string[]> {
  const wanted = files.flatMap(({ wantedId = "" }) => (isResourceId(wantedId) ? [wantedId] : []));
  if (wanted.length === 0) return files.map(() => memoDeps.newId());
  return memoDeps.database.write(async ({ attachments, tombstones }) => {
    const taken = new Set((await attachments.findMany(wanted)).map(({ id }) => id));
    const ids: string[] = [];
    for (const { wantedId = "" } of files) {
      const isFree =
        isResourceId(wantedId) &&
        !taken.has(wantedId) &&
        !(await tombstones.has("attachment", wantedId));
      ids.push(isFree ? wantedId : memoDeps.newId());
      if (isFree) taken.add(wantedId);
    }
    return ids;
  });
}

/** Returns true if an error concerns only one file, not the source, the profile or this program. */
function isOfTheFile(error: unknown): boolean {
  if (error instanceof SourceRefused) return !endsReading(error);
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "EACCES" || code === "EISDIR";
}

const separators = /[/\\\p{Cc}]/gu;

/** Returns a valid filename as similar as possible to the given name. */
export function possibleName(name: string): string {
  const plain = name.toWellFormed().replaceAll(separators, "_").trim();
  return plain === "" || plain === "." || plain === ".." ? "file" : shortenFilename(plain);
}
