import type { MemoPatch, MemoView, NewMemo } from "@tidemark/core/router";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { setUi, useUi } from "../state/ui-state.ts";
import { describeError, findAppError, useClient, type TidemarkClient } from "../data/client.tsx";
import { findShownMemo, refreshMemos, showMemo } from "../data/memo-cache.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { leaveSoon } from "./leave-soon.ts";
import { memoStrings } from "./strings.ts";

/** Everything a person can do to a memo, with what is said about it and how it is taken back. */
export interface MemoActions {
  /** Rejects when the memo was not kept, so that its text can be given back. */
  create(memo: NewMemo): Promise<MemoView>;
  setPinned(id: string, pinned: boolean): void;
  setArchived(id: string, archived: boolean): void;
  toggleTask(id: string, index: number, checked: boolean): void;
  trash(id: string): void;
  restore(id: string): void;
  /** Asks first. */
  purge(id: string): void;
  copy(text: string): void;
  showHistory(id: string): void;
  /** Shows what a merge did; from then on the memo no longer says that it was merged. */
  showMerge(id: string): void;
  restoreVersion(memo: Pick<MemoView, "id" | "content">, revision: string): void;
}

export function useMemoActions(): MemoActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => memoActions(client, queries), [client, queries]);
}

type CreateInput = Parameters<TidemarkClient["memos"]["create"]["mutate"]>[0];

function memoActions(client: TidemarkClient, queries: QueryClient): MemoActions {
  const feedback = useFeedback.getState();

  /** Runs one action; a failure is told, and what is on screen is read again. */
  async function attempt(ids: readonly string[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      feedback.fail(describeError(error));
      await refreshMemos(queries, client, ids);
    }
  }

  async function update(id: string, patch: MemoPatch): Promise<void> {
    showMemo(queries, id, await client.memos.update.mutate({ id, patch }));
  }

  /**
   * With an id of its own a memo can be sent again, its text unchanged, after an answer was lost, and is
   * made once. Who may read it and its files may have been chosen anew since.
   */
  async function createOnce(memo: CreateInput): Promise<MemoView> {
    try {
      return await client.memos.create.mutate(memo);
    } catch (error) {
      if (memo.id === undefined || findAppError(error)?.code !== "ALREADY_EXISTS") throw error;
      const made = await findMemo(memo.id);
      // Of another text, or removed since: what stands here is kept as a memo of its own.
      if (made?.content !== memo.content) {
        return client.memos.create.mutate({ ...memo, id: undefined });
      }
      return stateAgain(made, memo);
    }
  }

  async function findMemo(id: string): Promise<MemoView | null> {
    try {
      return await client.memos.get.query({ id });
    } catch (error) {
      if (findAppError(error)?.code === "NOT_FOUND") return null;
      throw error;
    }
  }

  async function stateAgain(
    before: MemoView,
    { visibility, space, attachments = [] }: CreateInput,
  ): Promise<MemoView> {
    const { id } = before;
    let made = before;
    // The readers first: no file that came since is shown to those who are to see it no more.
    if (
      (visibility ?? made.visibility) !== made.visibility ||
      (space ?? made.space) !== made.space
    ) {
      made = await client.memos.update.mutate({ id, patch: { visibility, space } });
    }
    // Those that it has are no draft's any more, so that a page may not know of them.
    const own = made.attachments.map((file) => file.id);
    const added = attachments.filter((file) => !own.includes(file));
    if (added.length === 0) return made;
    return client.attachments.set.mutate({ memo: id, ids: [...own, ...added] });
  }

  async function reread(id: string): Promise<void> {
    await refreshMemos(queries, client, [id]);
  }

  const actions: MemoActions = {
    async create({ attachments, ...memo }) {
      const files = attachments === undefined ? {} : { attachments: [...attachments] };
      const created = await createOnce({ ...memo, ...files });
      showMemo(queries, created.id, created);
      feedback.announce(memoStrings.saved);
      return created;
    },
    setPinned(id, pinned) {
      void attempt([id], async () => {
        await update(id, { pinned });
        feedback.announce(pinned ? memoStrings.pinnedNow : memoStrings.unpinnedNow);
      });
    },
    setArchived(id, archived) {
      void attempt([id], async () => {
        await update(id, { state: archived ? "ARCHIVED" : "NORMAL" });
        feedback.say(archived ? memoStrings.archived : memoStrings.unarchived, () =>
          attempt([id], () => update(id, { state: archived ? "NORMAL" : "ARCHIVED" })),
        );
      });
    },
    toggleTask(id, index, checked) {
      void attempt([id], async () => {
        // What is done is seen for a moment before it leaves the list of tasks. Held at once: the
        // change feed may tell of it before the answer comes.
        leaveSoon(id, checked, () => void reread(id));
        const memo = await client.memos.toggleTask.mutate({ id, index, checked });
        if (memo.property.hasIncompleteTasks) leaveSoon(id, false, () => undefined);
        showMemo(queries, id, memo);
      });
    },
    trash(id) {
      if (useUi.getState().editingId === id) setUi({ editingId: null });
      void attempt([id], async () => {
        await client.memos.trash.mutate({ ids: [id] });
        const memo = findShownMemo(queries, id);
        if (memo !== null) showMemo(queries, id, { ...memo, deletedMs: Date.now() });
        feedback.say(memoStrings.movedToTrash(1), () =>
          attempt([id], async () => {
            await client.memos.restore.mutate({ ids: [id] });
            await reread(id);
          }),
        );
      });
    },
    restore(id) {
      void attempt([id], async () => {
        await client.memos.restore.mutate({ ids: [id] });
        await reread(id);
        feedback.say(memoStrings.restored, () =>
          attempt([id], async () => {
            await client.memos.trash.mutate({ ids: [id] });
            await reread(id);
          }),
        );
      });
    },
    purge(id) {
      feedback.ask({
        title: memoStrings.purgeTitle,
        body: memoStrings.purgeBody,
        action: memoStrings.purge,
        confirm: () =>
          void attempt([id], async () => {
            await client.memos.purge.mutate({ ids: [id] });
            showMemo(queries, id, null);
            feedback.announce(memoStrings.purged);
          }),
      });
    },
    showHistory: (id) => setUi({ history: { id, isAtMerge: false } }),
    showMerge(id) {
      setUi({ history: { id, isAtMerge: true } });
      void attempt([id], async () => {
        await client.memos.seeMerge.mutate({ id });
        await reread(id);
      });
    },
    restoreVersion({ id, content }, revision) {
      void attempt([id], async () => {
        showMemo(queries, id, await client.memos.restoreRevision.mutate({ id, revision }));
        feedback.say(memoStrings.versionRestored, () =>
          attempt([id], () => update(id, { content })),
        );
      });
    },
    copy(text) {
      navigator.clipboard.writeText(text).then(
        () => feedback.say(memoStrings.copied),
        () => feedback.fail(memoStrings.copyFailed),
      );
    },
  };
  return actions;
}
