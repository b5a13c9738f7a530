import { appError, type AppError, err, notFound, ok, type Result } from "@tidemark/core";
import { sameTask, toggleTask } from "@tidemark/core/markdown";
import type { MemoService } from "@tidemark/core/memo";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { TaskTick } from "@tidemark/core/router";

/** Checks or unchecks a task of a memo. Keeps other changes made to the text meanwhile. */
export function tickTask(
  memos: Pick<MemoService, "update">,
  caller: Caller,
  id: string,
  { index, checked, seenIn }: TaskTick,
): Promise<Result<MemoRecord, AppError>> {
  return memos.update(
    caller,
    id,
    async ({ memo }) => {
      const at = seenIn === undefined ? index : sameTask(seenIn, index, memo.content);
      if (at === null) return err(appError("FAILED_PRECONDITION", "the task no longer exists"));
      const content = toggleTask(memo.content, at, checked);
      return content === null ? err(notFound()) : ok({ content });
    },
    { textReason: "edit" },
  );
}
