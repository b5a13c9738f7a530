import type { AppError, ImportedMemo, ImportRun, Result } from "@tidemark/core";
import { createWithin } from "@tidemark/core/memo";
import { linkedMemos } from "@tidemark/core/markdown";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import { type ImportMemo, type ImportNote, type ImportSource, problem } from "../model.ts";
import { digestOf, hashed } from "../plan/digest.ts";
import {
  countRows,
  type ImportCounts,
  type ImportPlan,
  type PlannedMemo,
  type PlanRow,
  rowOf,
} from "../plan/import-plan.ts";
import type { ImportTarget } from "../target/import-target.ts";
import { bringFiles, chooseFileIds } from "./bring-files.ts";
import { type Linking, linkMemos } from "./link-memos.ts";
import { writtenText } from "./written-text.ts";

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** How many memos were made so far. */
  readonly onProgress?: (made: number) => void;
  /** Lets others have their turn. */
  readonly pause?: () => Promise<void>;
}

/** What an import has done. */
export interface ImportReport {
  /** By which it can be taken back; null: it made nothing. */
  readonly run: string | null;
  readonly counts: ImportCounts;
  readonly rows: readonly PlanRow[];
}

/** So many memos, or so much text, are written in one transaction. */
const batchMemos = 50;
const batchCharacters = 1_000_000;

/** A memo whose files are here, to be written. */
interface Ready {
  readonly memo: ImportMemo;
  readonly id: string;
  readonly fileIds: readonly string[];
  readonly content: string;
}

/**
 * Does what was planned, a batch of memos in each transaction, with what is remembered of them in
 * the same: where it breaks off, the next import of the source goes on from there. Throws
 * `SourceRefused` where the source cannot be read on; what was made by then is remembered.
 */
export async function runImport(
  target: ImportTarget,
  plan: ImportPlan,
  options: RunOptions = {},
): Promise<ImportReport> {
  const { source } = plan;
  const { memoDeps } = target;
  const { database } = memoDeps;
  const planned = new Map(plan.memos);
  const notes: ImportNote[] = [];
  const linking: Linking[] = [];
  let made = 0;
  let ready: Ready[] = [];
  const refused = new Set<string>();

  const isToDo = [...planned.values()].some((memo) => memo.type === "new" || memo.isUnlinked);
  if (!isToDo) return { run: null, counts: plan.counts, rows: plan.rows };
  await giveOtherIds(target, planned);
  const begun = await beginRun(target, source, planned);
  const run = begun.id;

  const memoOf = (key: string): string | null =>
    refused.has(key) ? null : (planned.get(key)?.id ?? null);

  const flush = async (): Promise<void> => {
    if (ready.length === 0) return;
    const batch = ready;
    ready = [];
    const who = await target.caller();
    const outcomes = await database.write(async (stores) => {
      const done: Result<MemoRecord, AppError>[] = [];
      for (const each of batch) {
        const outcome = await createWithin(stores, memoDeps, who, newMemo(each));
        done.push(outcome);
        if (!outcome.ok) {
          await stores.imports.remove(each.id);
          continue;
        }
        const isLeft = wantsLinks(each);
        await stores.imports.save({
          ...remembered(each),
          state: isLeft ? "made" : "done",
          updatedMs: outcome.value.updatedMs,
        });
      }
      return done;
    }, who);
    for (const [at, outcome] of outcomes.entries()) {
      const each = batch[at]!;
      if (outcome.ok) {
        made += 1;
        if (wantsLinks(each)) linking.push(linksOf(each.memo, each.id));
      } else {
        refused.add(each.memo.key);
        notes.push(problem(each.memo.from, "refused", `it was left out: ${outcome.error.message}`));
        await dropFiles(target, who, each.fileIds);
      }
    }
    options.onProgress?.(made);
    await options.pause?.();
  };

  const newMemo = ({ memo, id, fileIds, content }: Ready) => {
    const parent = memo.parentKey === null ? null : memoOf(memo.parentKey);
    return {
      id,
      content,
      ...(parent !== null && { parent }),
      attachments: fileIds,
      state: memo.state,
      visibility: memo.visibility,
      pinned: memo.pinned,
      location: memo.location,
      ...timesOf(memo),
    };
  };

  const remembered = ({ memo, id, fileIds }: Ready): Omit<ImportedMemo, "state" | "updatedMs"> => ({
    format: source.format,
    source: source.id,
    key: hashed(memo.key),
    digest: digestOf(memo),
    run,
    memo: id,
    files: fileIds,
  });

  const linksOf = (memo: ImportMemo, id: string): Linking => ({
    memo: id,
    references: memo.references.flatMap((key) => memoOf(key) ?? []),
    reactions: memo.reactions,
  });

  const prepare = async (
    memo: ImportMemo,
    before: Extract<PlannedMemo, { type: "new" }>,
  ): Promise<void> => {
    const { id } = before;
    const isKnown = before.files.length === memo.files.length;
    const ids = isKnown ? before.files : await chooseFileIds(target, memo);
    if (ids.length > 0) {
      // Remembered before they are brought: what breaks off in between leaves no file nobody knows.
      const entry = { ...remembered({ memo, id, fileIds: ids, content: "" }), updatedMs: 0 };
      await database.write(({ imports }) => imports.save({ ...entry, state: "begun" }));
    }
    const brought = await bringFiles(target, memo, ids);
    const written = writtenText(memo, memoOf, brought.files);
    notes.push(...brought.notes, ...written.notes);
    if (memo.parentKey !== null && memoOf(memo.parentKey) === null) {
      const words = "what it comments on is not imported: it stands by itself";
      notes.push(problem(memo.from, "no-parent", words));
    }
    const fileIds = [...brought.files.values()].map((file) => file.id);
    ready.push({ memo, id, fileIds, content: written.content });
  };

  const seen = new Set<string>();
  for await (const memo of source.items()) {
    options.signal?.throwIfAborted();
    if (memo.type !== "memo" || seen.has(memo.key)) continue;
    seen.add(memo.key);
    const what = planned.get(memo.key);
    if (what === undefined) continue;
    if (what.type === "same") {
      if (what.isUnlinked) linking.push(linksOf(memo, what.id));
      continue;
    }
    // What a comment is on has to be there before it.
    if (memo.parentKey !== null && ready.some((each) => each.memo.key === memo.parentKey)) {
      await flush();
    }
    await prepare(memo, what);
    const characters = ready.reduce((sum, { content }) => sum + content.length, 0);
    if (ready.length >= batchMemos || characters >= batchCharacters) await flush();
  }
  await flush();
  notes.push(...(await linkMemos(target, linking, options)));
  await database.write(({ imports }) => imports.saveRun({ ...begun, state: "done" }));

  const left = new Set(notes.filter(({ code }) => code === "refused").map(({ path }) => path));
  const rows = [
    ...plan.rows.filter(({ outcome, path }) => outcome !== "new" || !left.has(path)),
    ...notes.map(rowOf),
  ];
  return { run: made === 0 ? null : run, counts: countRows(rows), rows };
}

/** Whether a memo refers or is reacted to, which is done once all memos are there. */
function wantsLinks({ memo, content }: Ready): boolean {
  return memo.references.length > 0 || memo.reactions.length > 0 || linkedMemos(content).length > 0;
}

function timesOf({ createdMs, updatedMs }: ImportMemo): {
  readonly createdMs?: number;
  readonly updatedMs?: number;
} {
  if (createdMs === null) return updatedMs === null ? {} : { createdMs: updatedMs, updatedMs };
  // What is dated back was written then, and not today.
  return { createdMs, updatedMs: updatedMs ?? createdMs };
}

/** So many ids are noted in one transaction. */
const notedAtOnce = 500;

/**
 * Takes note of what comes and of its ids, before anything does: what is written links to memos that
 * come later, and finds them under the same ids when it is broken off and begun again. An import that
 * was broken off goes on as the same one.
 */
async function beginRun(
  { memoDeps }: ImportTarget,
  source: ImportSource,
  planned: ReadonlyMap<string, PlannedMemo>,
): Promise<ImportRun> {
  const { database, newId, clock } = memoDeps;
  const comes = [...planned].flatMap(([key, memo]) => (memo.type === "new" ? [{ key, memo }] : []));
  const isLeft = (memo: PlannedMemo): boolean => memo.type === "new" || memo.isUnlinked;
  const earlier =
    [...planned.values()].find((memo) => isLeft(memo) && memo.run !== null)?.run ?? null;
  const run = await database.write(async ({ imports }) => {
    const known = earlier === null ? null : await imports.findRun(earlier);
    const fresh = { id: newId(), label: source.label, startedMs: clock.nowMs() };
    const begun: ImportRun = { ...(known?.state === "begun" ? known : fresh), state: "begun" };
    await imports.saveRun(begun);
    return begun;
  });
  for (let at = 0; at < comes.length; at += notedAtOnce) {
    await database.write(async ({ imports }) => {
      for (const { key, memo } of comes.slice(at, at + notedAtOnce)) {
        await imports.save({
          format: source.format,
          source: source.id,
          key: hashed(key),
          digest: memo.digest,
          run: run.id,
          memo: memo.id,
          files: memo.files,
          state: "begun",
          updatedMs: 0,
        });
      }
    });
  }
  return run;
}

/** An id that was removed for good never comes back: memos that asked for one get another. */
async function giveOtherIds(
  { memoDeps }: ImportTarget,
  planned: Map<string, PlannedMemo>,
): Promise<void> {
  const wanted = [...planned].flatMap(([key, memo]) =>
    memo.type === "new" && memo.isWanted ? [[key, memo] as const] : [],
  );
  if (wanted.length === 0) return;
  await memoDeps.database.write(async ({ tombstones }) => {
    for (const [key, memo] of wanted) {
      if (await tombstones.has("memo", memo.id)) {
        planned.set(key, { ...memo, id: memoDeps.newId(), isWanted: false });
      }
    }
  });
}

/** Files that were brought for a memo which is not there. */
async function dropFiles(
  { attachments }: ImportTarget,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await attachments.remove(caller, ids);
}
