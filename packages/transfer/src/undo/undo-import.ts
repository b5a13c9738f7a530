import type { DeviceWriteStores, ImportedMemo, ImportRun } from "@tidemark/core";
import { trashWithin } from "@tidemark/core/memo";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { ImportTarget } from "../target/import-target.ts";

/** Result of undoing an import. */
export interface UndoReport {
  readonly run: ImportRun;
  /** Number of memos moved to the trash. */
  readonly removed: number;
  /** Number of memos that were already deleted. */
  readonly gone: number;
  /** Memos that stay, with the reason. */
  readonly kept: readonly KeptMemo[];
}

export interface KeptMemo {
  readonly memo: string;
  /** Beginning of the text. */
  readonly snippet: string;
  readonly words: string;
}

const batch = 50;

/** Returns the import with an id, or the last one that wasn't undone; null if there is none. */
export async function findImport(
  { memoDeps }: ImportTarget,
  id: string | null,
): Promise<ImportRun | null> {
  return memoDeps.database.read(async ({ imports }) => {
    if (id !== null) return imports.findRun(id);
    const runs = await imports.runs(1000);
    return runs.find(({ state }) => state !== "undone") ?? null;
  });
}

/**
 * Moves the memos of an import to the trash, newest first, one batch per transaction. Memos that were edited
 * since, or have comments of another origin, stay (A27). If interrupted, it can be repeated to resume.
 */
export async function undoImport(
  target: ImportTarget,
  run: ImportRun,
  options: {
    readonly pause?: () => Promise<void>;
    readonly onProgress?: (removed: number) => void;
  } = {},
): Promise<UndoReport> {
  const { database } = target.memoDeps;
  const kept: KeptMemo[] = [];
  let removed = 0;
  let gone = 0;
  let before: string | null = null;
  for (;;) {
    const who = await target.caller();
    const after: string | null = before;
    const done = await database.write(async (stores) => {
      const some = await stores.imports.ofRun(run.id, after, batch);
      const outcomes: ("removed" | "gone" | "never" | KeptMemo)[] = [];
      for (const imported of some) outcomes.push(await takeBack(stores, target, who, imported));
      return { some, outcomes };
    }, who);
    for (const outcome of done.outcomes) {
      if (outcome === "removed") removed += 1;
      else if (outcome === "gone") gone += 1;
      else if (outcome !== "never") kept.push(outcome);
    }
    // Files of memos that were never written are orphans.
    const loose = done.some.flatMap(({ state, files }) => (state === "begun" ? files : []));
    await dropLoose(target, who, loose);
    options.onProgress?.(removed);
    // Undone memos are no longer listed, so the next page starts after the last one that stays.
    before = kept.at(-1)?.memo ?? null;
    if (done.some.length < batch) break;
    await options.pause?.();
  }
  const undone = { ...run, state: "undone" } as const;
  await database.write(({ imports }) => imports.saveRun(undone));
  return { run: undone, removed, gone, kept };
}

async function takeBack(
  stores: DeviceWriteStores,
  { memoDeps }: ImportTarget,
  who: Caller,
  imported: ImportedMemo,
): Promise<"removed" | "gone" | "never" | KeptMemo> {
  const memo = await stores.memos.find(imported.memo);
  if (memo === null || memo.deletedMs !== null) {
    await stores.imports.remove(imported);
    return imported.state === "begun" ? "never" : "gone";
  }
  const why = await whyKept(stores, memo, imported);
  if (why !== null) return { memo: memo.id, snippet: memo.snippet, words: why };
  const trashed = await trashWithin({ stores, deps: memoDeps, caller: who }, memo, true);
  if (!trashed.ok) return { memo: memo.id, snippet: memo.snippet, words: trashed.error.message };
  await stores.imports.remove(imported);
  return "removed";
}

async function whyKept(
  stores: DeviceWriteStores,
  memo: MemoRecord,
  imported: ImportedMemo,
): Promise<string | null> {
  if (memo.updatedMs !== imported.updatedMs) return "it was edited since then";
  const comments = (await stores.memos.children([memo.id])).get(memo.id) ?? [];
  const heads = await stores.memos.heads(comments.map(({ id }) => id));
  // The import's own comments were undone before it, unless they were edited.
  return heads.some(({ deletedMs }) => deletedMs === null)
    ? "it has comments that would remain"
    : null;
}

async function dropLoose(
  { attachments }: ImportTarget,
  who: Caller,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const there = await attachments.get(who, id);
    if (there.ok && there.value.memo === null) await attachments.remove(who, [id]);
  }
}
