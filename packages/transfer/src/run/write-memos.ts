import type { AppError, ImportedMemo, Result } from "@tidemark/core";
import { linkedMemos } from "@tidemark/core/markdown";
import { type CreateMemoInput, createWithin } from "@tidemark/core/memo";
import type { MemoRecord } from "@tidemark/core/model";
import { importedFields, type ImportMemo, type ImportSource } from "../model.ts";
import { digestOf, hashed } from "../plan/digest.ts";
import type { ImportTarget } from "../target/import-target.ts";

/** Memo whose files are imported, ready to be written. */
export interface ReadyMemo {
  readonly memo: ImportMemo;
  readonly id: string;
  /** Id of the imported parent. */
  readonly parent: string | null;
  readonly files: readonly string[];
  readonly content: string;
}

/** Source and import id that are stored with imported memos. */
export interface RunOfSource {
  readonly source: Pick<ImportSource, "format" | "id">;
  readonly run: string;
}

/** Writes memos and their import records in one transaction. A rejected memo writes neither. */
export async function writeMemos(
  { memoDeps, caller }: ImportTarget,
  by: RunOfSource,
  batch: readonly ReadyMemo[],
): Promise<Result<MemoRecord, AppError>[]> {
  const who = await caller();
  return memoDeps.database.write(async (stores) => {
    const done: Result<MemoRecord, AppError>[] = [];
    for (const ready of batch) {
      const outcome = await createWithin({ stores, deps: memoDeps, caller: who }, inputOf(ready));
      done.push(outcome);
      const entry = entryOf(by, ready);
      if (!outcome.ok) await stores.imports.remove(entry);
      else {
        const { updatedMs } = outcome.value;
        await stores.imports.save({
          ...entry,
          state: wantsLinks(ready) ? "made" : "done",
          updatedMs,
        });
      }
    }
    return done;
  }, who);
}

/** Records a memo with its file ids before importing the files, so that an interruption leaves no orphans. */
export async function noteFiles(
  { memoDeps }: ImportTarget,
  by: RunOfSource,
  memo: Pick<ReadyMemo, "memo" | "id" | "files">,
): Promise<void> {
  const entry = entryOf(by, memo);
  await memoDeps.database.write(({ imports }) =>
    imports.save({ ...entry, state: "begun", updatedMs: 0 }),
  );
}

/** Returns true if a memo has references or reactions, which are added after all memos are written. */
export function wantsLinks({ memo, content }: ReadyMemo): boolean {
  return memo.references.length > 0 || memo.reactions.length > 0 || linkedMemos(content).length > 0;
}

function entryOf(
  { source, run }: RunOfSource,
  { memo, id, files }: Pick<ReadyMemo, "memo" | "id" | "files">,
): Omit<ImportedMemo, "state" | "updatedMs"> {
  return {
    format: source.format,
    source: source.id,
    key: hashed(memo.key),
    digest: digestOf(memo),
    run,
    memo: id,
    files,
  };
}

function inputOf({ memo, id, parent, files, content }: ReadyMemo): CreateMemoInput {
  return {
    id,
    content,
    ...(parent !== null && { parent }),
    attachments: files,
    ...importedFields(memo),
    ...timesOf(memo),
  };
}

function timesOf({
  createdMs,
  updatedMs,
}: ImportMemo): Pick<CreateMemoInput, "createdMs" | "updatedMs"> {
  if (createdMs === null) return updatedMs === null ? {} : { createdMs: updatedMs, updatedMs };
  // A backdated memo was last changed then, not today.
  return { createdMs, updatedMs: updatedMs ?? createdMs };
}
