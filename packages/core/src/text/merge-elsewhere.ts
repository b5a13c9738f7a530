import { addMergeWork } from "./merge-work.ts";
import type { Merged, MemoText } from "./memo-text.ts";

/** A merge of an update into a text, to be done where it holds up nobody. */
export interface MergeJob {
  readonly current: MemoText;
  readonly update: Uint8Array;
}

/**
 * Thrown out of a transaction by a merge that takes longer than the process lets it here
 * (`limitMergesHere`): undo the transaction, have the job done elsewhere, hand in its outcome with
 * `holdMerge`, and run the transaction again.
 */
export class MergeElsewhere extends Error {
  readonly job: MergeJob;
  constructor(job: MergeJob) {
    super("this merge is to be done elsewhere");
    this.job = job;
  }
}

let limit = Number.POSITIVE_INFINITY;

/** Says that this process does long merges elsewhere: those of more steps throw `MergeElsewhere`. */
export function limitMergesHere(maxSteps: number): void {
  limit = maxSteps;
}

/** Most steps of a merge in this thread. */
export function mergeLimitHere(): number {
  return limit;
}

interface HeldMerge extends MergeJob {
  readonly merged: Merged;
  /** Counted as work when it is used, so that a batch does not take any number of them. */
  readonly steps: number;
}

/** Merges that were handed in, until their transaction is over. */
const held = new Set<HeldMerge>();

/**
 * Keeps the outcome of a merge that was done elsewhere until the returned function is called. Each
 * use of it counts as `steps` of work.
 */
export function holdMerge(job: MergeJob, merged: Merged, steps: number): () => void {
  const kept = { ...job, merged, steps };
  held.add(kept);
  return () => void held.delete(kept);
}

/** The outcome that was handed in for a merge, if one was. */
export function heldMerge(job: MergeJob): Merged | null {
  if (held.size === 0) return null;
  const found = [...held].find((each) => isSameJob(each, job));
  if (found === undefined) return null;
  addMergeWork(found.steps);
  return found.merged;
}

function isSameJob(one: MergeJob, other: MergeJob): boolean {
  const [a, b] = [one.current, other.current];
  const isSameMemo = a.memo === b.memo && a.text.gen === b.text.gen && a.content === b.content;
  return isSameMemo && isSame(one.update, other.update) && isSame(a.text.state, b.text.state);
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === other) return true;
  if (one === null || other === null || one.length !== other.length) return false;
  return one.every((byte, i) => byte === other[i]);
}
