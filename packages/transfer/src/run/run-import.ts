import type { FolderUse } from "@tidemark/core/model";
import { type ImportMemo, type ImportNote, problem } from "../model.ts";
import {
  countRows,
  type ImportCounts,
  type ImportPlan,
  type PlannedMemo,
  type PlanRow,
  rowOf,
} from "../plan/import-plan.ts";
import { inTurns } from "../plan/in-turns.ts";
import type { ImportTarget } from "../target/import-target.ts";
import { beginRun, giveOtherIds } from "./begin-run.ts";
import { bringFiles, chooseFileIds } from "./bring-files.ts";
import { type Linking, linkMemos } from "./link-memos.ts";
import {
  noteFiles,
  type ReadyMemo,
  type RunOfSource,
  wantsLinks,
  writeMemos,
} from "./write-memos.ts";
import { writtenText } from "./written-text.ts";

export interface RunOptions {
  /** Use of the folders of the source; tags by default. */
  readonly folders?: FolderUse;
  /** Maximum number of memos per transaction; small if other writers must not wait long. */
  readonly batchMemos?: number;
  readonly signal?: AbortSignal;
  /** Called with the import's id, which can undo it, before anything is written. */
  readonly onBegin?: (run: string) => void;
  /** Called with the number of memos created so far. */
  readonly onProgress?: (made: number) => void;
  /** Waits between batches, to let other work run. */
  readonly pause?: () => Promise<void>;
}

/** Result of an import. */
export interface ImportReport {
  /** Id with which the import can be undone; null if it created nothing. */
  readonly run: string | null;
  readonly counts: ImportCounts;
  readonly rows: readonly PlanRow[];
}

/** Default number of memos, and number of characters, per transaction. */
const usualBatch = 50;
const batchCharacters = 1_000_000;

/**
 * Runs a plan. Each transaction writes a batch of memos together with their import records, so an
 * interrupted import can be resumed by the next one. Throws `SourceRefused` if the source can't be read
 * further; the memos created by then are recorded.
 */
export async function runImport(
  target: ImportTarget,
  plan: ImportPlan,
  options: RunOptions = {},
): Promise<ImportReport> {
  const { source } = plan;
  const { database } = target.memoDeps;
  const planned = new Map(plan.memos);
  const isToDo = [...planned.values()].some((memo) => memo.type === "new" || memo.isUnlinked);
  if (!isToDo) return { run: null, counts: plan.counts, rows: plan.rows };
  await giveOtherIds(target, planned, options.signal);
  const begun = await beginRun(target, source, planned, options.signal);
  options.onBegin?.(begun.id);
  const work = new ImportWork(target, { source, run: begun.id }, planned, options);

  const seen = new Set<string>();
  const said = new Map<string, ImportNote>();
  for await (const memo of inTurns(source, options.signal)) {
    if (memo.type === "problem") said.set(memo.path, memo);
    if (memo.type !== "memo" || seen.has(memo.key)) continue;
    seen.add(memo.key);
    const what = planned.get(memo.key);
    if (what?.type === "new") await work.add(memo, what);
    else if (what?.isUnlinked === true) work.linkLater(memo, what.id);
  }
  await work.flush();
  await work.link();
  await database.write(({ imports }) => imports.saveRun({ ...begun, state: "done" }));

  const { notes, made } = work;
  const missed = missedOf(planned, seen, said);
  const refused = notes.filter(({ code }) => code === "refused");
  const left = new Set([...refused, ...missed].map(({ path }) => path));
  const rows = [
    ...plan.rows.filter(({ outcome, path }) => outcome !== "new" || !left.has(path)),
    ...[...missed, ...notes].map(rowOf),
  ];
  return { run: made === 0 ? null : begun.id, counts: countRows(rows), rows };
}

/**
 * Returns a note for each planned memo that wasn't in the source any longer, because its file was deleted or
 * changed after planning. Uses the source's own note in `said`, by path, if there is one. The memo stays
 * recorded as begun, so another import can create it under the same id.
 */
function missedOf(
  planned: ReadonlyMap<string, PlannedMemo>,
  seen: ReadonlySet<string>,
  said: ReadonlyMap<string, ImportNote>,
): ImportNote[] {
  return [...planned].flatMap(([key, memo]) => {
    if (memo.type !== "new" || seen.has(key)) return [];
    const words = "it changed or disappeared before it could be copied";
    return [said.get(memo.from) ?? problem(memo.from, "missed", words)];
  });
}

/** State of a running import: memos to be written and to be linked. */
class ImportWork {
  readonly notes: ImportNote[] = [];
  made = 0;
  readonly #target: ImportTarget;
  readonly #by: RunOfSource;
  readonly #planned: ReadonlyMap<string, PlannedMemo>;
  readonly #options: RunOptions;
  readonly #refused = new Set<string>();
  readonly #linking: Linking[] = [];
  #ready: ReadyMemo[] = [];

  constructor(
    target: ImportTarget,
    by: RunOfSource,
    planned: ReadonlyMap<string, PlannedMemo>,
    options: RunOptions,
  ) {
    this.#target = target;
    this.#by = by;
    this.#planned = planned;
    this.#options = options;
  }

  /** Imports the files of a memo, and queues it for the next batch. */
  async add(memo: ImportMemo, planned: Extract<PlannedMemo, { type: "new" }>): Promise<void> {
    const { parentKey } = memo;
    // A comment's parent must be written first.
    if (this.#ready.some((each) => each.memo.key === parentKey)) await this.flush();
    const { id } = planned;
    const isKnown = planned.files.length === memo.files.length;
    const ids = isKnown ? planned.files : await chooseFileIds(this.#target, memo);
    if (ids.length > 0) await noteFiles(this.#target, this.#by, { memo, id, files: ids });
    const brought = await bringFiles(this.#target, memo, ids);
    const memoOf = (key: string): string | null => this.#idOf(key);
    const { content, notes } = writtenText(
      memo,
      memoOf,
      brought.files,
      this.#options.folders ?? "tags",
    );
    this.#say(brought.notes);
    this.#say(notes);
    const parent = parentKey === null ? null : this.#idOf(parentKey);
    if (parentKey !== null && parent === null) {
      const words = "its parent isn't imported; imported as a separate memo";
      this.notes.push(problem(memo.from, "no-parent", words));
    }
    const files = [...brought.files.values()].map((file) => file.id);
    this.#ready.push({ memo, id, parent, files, content });
    const characters = this.#ready.reduce((sum, each) => sum + each.content.length, 0);
    const { batchMemos = usualBatch } = this.#options;
    if (this.#ready.length >= batchMemos || characters >= batchCharacters) await this.flush();
  }

  /** Writes the queued memos. */
  async flush(): Promise<void> {
    const batch = this.#ready;
    this.#ready = [];
    if (batch.length === 0) return;
    const outcomes = await writeMemos(this.#target, this.#by, batch);
    for (const [at, outcome] of outcomes.entries()) {
      const ready = batch[at]!;
      if (!outcome.ok) await this.#leaveOut(ready, outcome.error.message);
      else {
        this.made += 1;
        if (wantsLinks(ready)) this.linkLater(ready.memo, ready.id);
      }
    }
    this.#options.onProgress?.(this.made);
    await this.#options.pause?.();
  }

  linkLater({ from, references, reactions }: ImportMemo, memo: string): void {
    const ids = references.flatMap((key) => this.#idOf(key) ?? []);
    this.#linking.push({ memo, from, references: ids, reactions });
  }

  async link(): Promise<void> {
    this.#say(await linkMemos(this.#target, this.#linking, this.#options));
  }

  /** Adds notes one at a time, because spreading a long list into `push` would overflow the stack. */
  #say(notes: readonly ImportNote[]): void {
    for (const note of notes) this.notes.push(note);
  }

  #idOf(key: string): string | null {
    return this.#refused.has(key) ? null : (this.#planned.get(key)?.id ?? null);
  }

  async #leaveOut({ memo, files }: ReadyMemo, reason: string): Promise<void> {
    this.#refused.add(memo.key);
    this.notes.push(problem(memo.from, "refused", `it was skipped: ${reason}`));
    // The files were imported for a memo that was rejected.
    const { attachments, caller } = this.#target;
    if (files.length > 0) await attachments.remove(await caller(), files);
  }
}
