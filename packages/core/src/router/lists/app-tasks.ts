import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";
import type { MemoView } from "./memo-view.ts";

export interface TaskPageInput {
  /** Text of the search box. */
  readonly search: string;
  readonly pageSize: number;
  readonly cursor?: string | null | undefined;
}

/** Memos with open tasks under one tag, newest first; a memo may be in several groups. */
export interface TaskGroup {
  /** `null` for tasks without a tag. */
  readonly tag: string | null;
  readonly memos: readonly MemoView[];
}

export interface TaskPage {
  /** Groups sorted by tag, those without one last. The first may continue the last of the previous page. */
  readonly groups: readonly TaskGroup[];
  /** `null` on the last page. Other pages may be shorter than requested, or empty. */
  readonly nextCursor: string | null;
}

/** The open tasks of the user's listed memos. */
export interface AppTasks {
  byTag(input: TaskPageInput): Promise<Result<TaskPage, AppError>>;
}
