import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { LateTag, TagChange, TagChangePreview, TagRun } from "../memo/index.ts";
import type { TagNode } from "../stores/memo-store.ts";

/** Progress of a tag change, counted in memos. */
export type TagRunView = Pick<
  TagRun,
  "id" | "from" | "to" | "state" | "total" | "changed" | "left" | "undone"
>;

export interface TagRunStatus {
  /** Current change, or else the last one. */
  readonly run: TagRunView | null;
  /** Renamings whose old tag has appeared in new memos since. */
  readonly late: readonly LateTag[];
}

/** The user's tags, and changes of one tag in all memos. The changes run in the background, one at a time. */
export interface AppTagRuns {
  tree(): Promise<TagNode[]>;
  preview(change: TagChange): Promise<Result<TagChangePreview, AppError>>;
  start(change: TagChange): Promise<Result<TagRunView, AppError>>;
  status(): Promise<TagRunStatus>;
  stop(): Promise<void>;
  resume(id: string): Promise<void>;
  undo(id: string): Promise<void>;
  dismiss(from: string): Promise<void>;
}
