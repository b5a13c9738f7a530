import { addMergeWork } from "./work-done.ts";
import type { Merged, MemoText } from "./memo-text.ts";

/** A merge of an update into a text. */
export interface UpdateJob {
  readonly current: MemoText;
  readonly update: Uint8Array;
}

/** A merge of two whole texts. Without a base, theirs is added to ours. */
export interface TextsJob {
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
}

/** A merge to be done where it holds up nobody. */
export type MergeJob = UpdateJob | TextsJob;

/** The result of a merge: of whole texts the text. One that was given up is `too-complex`. */
export type MergeOutcome = Merged | string;

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

interface HeldMerge {
  readonly job: MergeJob;
  readonly outcome: MergeOutcome;
  /** Counted as work when it is used, so that a batch does not take any number of them. */
  readonly steps: number;
}

/** Merges that were handed in, until their transaction is over. */
const held = new Set<HeldMerge>();

/**
 * Keeps the outcome of a merge that was done elsewhere until the returned function is called. Each
 * use of it counts as `steps` of work.
 */
export function holdMerge(job: MergeJob, outcome: MergeOutcome, steps: number): () => void {
  const kept = { job, outcome, steps };
  held.add(kept);
  return () => void held.delete(kept);
}

/** The outcome that was handed in for a merge of an update, if one was. */
export function heldMerge(job: UpdateJob): Merged | null {
  const outcome = heldOutcome((each) => "update" in each && isSameUpdate(each, job));
  return typeof outcome === "string" ? null : outcome;
}

/** The outcome that was handed in for a merge of whole texts, if one was. */
export function heldTexts({ base, ours, theirs }: TextsJob): MergeOutcome | null {
  return heldOutcome(
    (each) => "ours" in each && each.base === base && each.ours === ours && each.theirs === theirs,
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
