import type { QueryClient } from "@tanstack/react-query";
import { describeError, type TidemarkClient } from "../../data/client.tsx";
import { refreshMemos } from "../../data/memo-cache.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { useUi } from "../../state/ui-state.ts";
import { emptyStrings } from "./empty-strings.ts";

interface LeftMemo {
  readonly id: string;
  /** Text when the editor opened. */
  readonly before: string;
}

/**
 * Offers the trash for a memo whose editor was closed without text, because its row shows only a time. `z`
 * restores the text. A memo with files isn't empty.
 */
export async function offerTrash(
  client: TidemarkClient,
  queries: QueryClient,
  { id, before }: LeftMemo,
  trash: MemoActions["trash"],
): Promise<void> {
  if (!(await isEmpty(client, id)) || useUi.getState().editingId === id) return;
  const { did, lead, fail } = useFeedback.getState();
  const restore = async (): Promise<void> => {
    try {
      // A text that was written since stays.
      if (!(await isEmpty(client, id))) return;
      await client.memos.update.mutate({ id, patch: { content: before } });
      await refreshMemos(queries, client, [id]);
    } catch (error) {
      fail(describeError(error));
    }
  };
  if (before.trim() !== "") did(emptyStrings.leftEmpty, restore);
  lead(emptyStrings.leftEmpty, () => trash(id), emptyStrings.trash);
}

async function isEmpty(client: TidemarkClient, id: string): Promise<boolean> {
  const memo = await client.memos.get.query({ id }).catch(() => null);
  if (memo === null || memo.author !== null || memo.deletedMs !== null) return false;
  return memo.content.trim() === "" && memo.attachments.length === 0;
}
