import { addMergeWork } from "./work-done.ts";
import type { Merged, MemoText } from "./memo-text.ts";
import type { Clash } from "./tokens/token-edits.ts";

/** Merge of an update into a text. */
export interface UpdateJob {
  readonly current: MemoText;
  readonly update: Uint8Array;
}

/** Merge of two whole texts. Without a base, theirs is added to ours. */
export interface TextsJob {
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
  /** Side whose reading stays where both replaced the same token. */
  readonly prefers: "ours" | "theirs";
}

/** Result of a merge of whole texts. */
export interface MergedTexts {
  readonly text: string;
  readonly clashes: readonly Clash[];
  /** True if merging letter by letter would join letters of both sides into a token that neither wrote. */
  readonly isDecided: boolean;
}

/** Merge that runs on another thread. */
export type MergeJob = UpdateJob | TextsJob;

/** Result of a merge. An aborted merge gives `too-complex`. */
export type MergeOutcome = Merged | MergedTexts;

/**
 * Thrown from a transaction by a merge that exceeds the limit of this thread (`limitMergesHere`). The catcher
 * rolls back, runs the job on another thread, passes its outcome to `holdMerge`, and repeats the transaction.
 */
export class MergeElsewhere extends Error {
  readonly job: MergeJob;
  constructor(job: MergeJob) {
    super("this merge is to be done elsewhere");
    this.job = job;
  }
}

let limit = Number.POSITIVE_INFINITY;

/** Sets the maximum number of merge steps on this thread. Longer merges throw `MergeElsewhere`. */
export function limitMergesHere(maxSteps: number): void {
  limit = maxSteps;
}

/** Returns the maximum number of steps of a merge on this thread. */
export function mergeLimitHere(): number {
  return limit;
}

interface HeldMerge {
  readonly job: MergeJob;
  readonly outcome: MergeOutcome;
  /** Counted as work on each use, which bounds the number of merges in a batch. */
  readonly steps: number;
}

/** Outcomes of merges, held until their transaction is over. */
const held = new Set<HeldMerge>();

/**
 * Holds the outcome of a merge from another thread until the returned function is called. Each use counts as
 * `steps` of work.
 */
export function holdMerge(job: MergeJob, outcome: MergeOutcome, steps: number): () => void {
  const kept = { job, outcome, steps };
  held.add(kept);
  return () => void held.delete(kept);
}

/** Returns the held outcome for a merge of an update, if any. */
export function heldMerge(job: UpdateJob): Merged | null {
  const outcome = heldOutcome((each) => "update" in each && isSameUpdate(each, job));
  return outcome === null || "text" in outcome ? null : outcome;
}

/** Returns the held outcome for a merge of whole texts, if any. */
export function heldTexts(job: TextsJob): MergeOutcome | null {
  return heldOutcome(
    (each) =>
      "ours" in each &&
      each.base === job.base &&
      each.ours === job.ours &&
      each.theirs === job.theirs &&
      each.prefers === job.prefers,
  );
}

function heldOutcome(isWanted: (job: MergeJob) => boolean): MergeOutcome | null {
  if (held.size === 0) return null;
  const found = [...held].find(({ job }) => isWanted(job));
  if (found === undefined) return null;
  addMergeWork(found.steps);
  return found.outcome;
}

function isSameUpdate(one: UpdateJob, other: UpdateJob): boolean {
  const [a, b] = [one.current, other.current];
  const isSameMemo = a.memo === b.memo && a.text.gen === b.text.gen && a.content === b.content;
  return isSameMemo && isSame(one.update, other.update) && isSame(a.text.state, b.text.state);
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === other) return true;
  if (one === null || other === null || one.length !== other.length) return false;
  return one.every((byte, i) => byte === other[i]);
}
