import type { MergeJob, MergeOutcome } from "./merge-elsewhere.ts";
import { mergeTextsJob } from "./merge-texts.ts";
import { mergeTextUpdate } from "./text-document.ts";

/** Runs a merge on this thread, within the limits of every merge. */
export function runMerge(job: MergeJob): MergeOutcome {
  return "update" in job ? mergeTextUpdate(job) : mergeTextsJob(job);
}
