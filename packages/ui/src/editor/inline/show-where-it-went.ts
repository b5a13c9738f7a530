import type { QueryClient } from "@tanstack/react-query";
import { setUi, useUi } from "../../state/ui-state.ts";
import { describeError, findAppError, type TidemarkClient } from "../../data/client.tsx";
import { refreshMemos } from "../../data/memo-cache.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { editorStrings } from "../strings.ts";

/**
 * Reports that a memo left the list while it was edited, and offers to restore it from the trash. If the memo
 * was purged, offers to save its text as a new memo. Does nothing if the memo still exists.
 */
export async function showWhereItWent(
  client: TidemarkClient,
  queries: QueryClient,
  id: string,
  content: string,
): Promise<void> {
  const { say, offer } = useFeedback.getState();
  const state = await stateOf(client, id);
  if (state === "here") return;
  if (useUi.getState().editingId === id) setUi({ editingId: null });
  if (state === "trash") {
    say(
      editorStrings.trashedElsewhere,
      () =>
        attempt(async () => {
          await client.memos.restore.mutate({ ids: [id] });
          await refreshMemos(queries, client, [id]);
        }),
      null,
      editorStrings.restore,
    );
    return;
  }
  offer(
    editorStrings.removedElsewhere,
    () =>
      attempt(async () => {
        const memo = await client.memos.create.mutate({ content });
        await refreshMemos(queries, client, [memo.id]);
      }),
    editorStrings.keepText,
  );
}

async function stateOf(client: TidemarkClient, id: string): Promise<"here" | "trash" | "gone"> {
  try {
    return (await client.memos.get.query({ id })).deletedMs === null ? "here" : "trash";
  } catch (error) {
    return findAppError(error)?.code === "NOT_FOUND" ? "gone" : "here";
  }
}

async function attempt(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    useFeedback.getState().fail(describeError(error));
  }
}
