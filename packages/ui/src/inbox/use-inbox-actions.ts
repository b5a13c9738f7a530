import type { InboxItem } from "@tidemark/core/router";
import { describeError, useClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { commentToReach } from "../state/comment-to-reach.ts";
import { setUi } from "../state/ui-state.ts";
import { useGoToMemo } from "../state/view-address.ts";
import { rowElement } from "./inbox-keys.ts";
import { inboxStrings as strings } from "./strings.ts";

/** Actions on notifications. The change feed updates the list. */
export interface InboxActions {
  /** Marks it as read and opens its memo, or reports that the memo isn't on this device. */
  open(item: InboxItem): void;
  mark(item: InboxItem, isRead: boolean): void;
  markAll(): void;
  /** Removes it and focuses `nextId`. */
  remove(item: InboxItem, nextId: string | undefined): void;
}

export function useInboxActions(noteOf: (item: InboxItem) => string): InboxActions {
  const client = useClient();
  const goToMemo = useGoToMemo();
  const { say, fail, announce } = useFeedback.getState();
  const tried = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => fail(describeError(error)));
  };
  const setRead = (ids: readonly string[], isRead: boolean): Promise<void> =>
    client.inbox.mark.mutate({ ids: [...ids], isRead });

  async function markAll(): Promise<void> {
    const ids = await client.inbox.markAll.mutate();
    if (ids.length === 0) return;
    say(strings.markedAll(ids.length), () => setRead(ids, false));
  }

  async function remove({ id }: InboxItem): Promise<void> {
    await client.inbox.remove.mutate({ ids: [id] });
    say(strings.removed, async () => {
      if (!(await client.inbox.restore.mutate({ ids: [id] }))) fail(strings.tooLate);
    });
  }

  return {
    open(item) {
      if (!item.isRead) tried(setRead([item.id], true));
      if (!item.isHere) {
        announce(noteOf(item));
        rowElement(item.id)?.querySelector<HTMLElement>("[data-get-it]")?.focus();
        return;
      }
      if (item.comment !== null) setUi({ reachOnOpen: commentToReach.of(item.comment) });
      goToMemo(item.memo);
    },
    mark: (item, isRead) => tried(setRead([item.id], isRead)),
    markAll: () => tried(markAll()),
    remove(item, nextId) {
      // Move the focus before the row is removed.
      if (nextId !== undefined) rowElement(nextId)?.focus();
      tried(remove(item));
    },
  };
}
