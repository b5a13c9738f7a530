import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { LateTag, TagChange, TagChangePreview, TagRun } from "../memo/index.ts";
import type { TagNode } from "../stores/memo-store.ts";

/** How far a change of a tag is: in memos. */
export type TagRunView = Pick<
  TagRun,
  "id" | "from" | "to" | "state" | "total" | "changed" | "left" | "undone"
>;

export interface TagRunStatus {
  /** What is under way, or was last. */
  readonly run: TagRunView | null;
  /** Renamings of which memos came with the old tag since. */
  readonly late: readonly LateTag[];
}

/** The user's tags, and changes of one in every memo, which run in the background one at a time. */
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
