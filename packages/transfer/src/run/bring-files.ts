import { isResourceId } from "@tidemark/core";
import { shortenFilename } from "@tidemark/core/attachment";
import { type ImportFile, type ImportMemo, type ImportNote, problem } from "../model.ts";
import { endsReading, SourceRefused } from "../archive/source-tree.ts";
import { isTooLarge } from "../plan/too-large.ts";
import type { ImportTarget } from "../target/import-target.ts";

/** A file of a memo as it is here. */
export interface BroughtFile {
  readonly id: string;
  readonly filename: string;
}

export interface BroughtFiles {
  /** By its key in the source; without those that could not be brought. */
  readonly files: ReadonlyMap<string, BroughtFile>;
  readonly notes: readonly ImportNote[];
}

/**
 * Brings the files of a memo, each under the id that was chosen for it and as a stream. One that is
 * there under that id was brought before. What cannot be brought is left out, and said.
 */
export async function bringFiles(
  target: ImportTarget,
  memo: ImportMemo,
  ids: readonly string[],
): Promise<BroughtFiles> {
  const files = new Map<string, BroughtFile>();
  const notes: ImportNote[] = [];
  for (const [at, file] of memo.files.entries()) {
    // Said when it was planned.
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

/** The file, or in words why it did not come. */
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

/** An id for each file of a memo: the one that it asks for, where nothing has or had it. */
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

/** What a file of the source is to blame for, and not all of it, the profile or this program. */
function isOfTheFile(error: unknown): boolean {
  if (error instanceof SourceRefused) return !endsReading(error);
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "EACCES" || code === "EISDIR";
}

const separators = /[/\\\p{Cc}]/gu;

/** Returns a name that a file can have here, as close to its own as it can be. */
export function possibleName(name: string): string {
  const plain = name.toWellFormed().replaceAll(separators, "_").trim();
  return plain === "" || plain === "." || plain === ".." ? "file" : shortenFilename(plain);
}
