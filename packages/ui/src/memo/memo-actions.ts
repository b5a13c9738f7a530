import type { MemoPatch, MemoView, NewMemo, TaskTick } from "@tidemark/core/router";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { setUi, useUi } from "../state/ui-state.ts";
import { describeError, findAppError, useClient, type TidemarkClient } from "../data/client.tsx";
import { findShownMemo, refreshMemos, showMemo } from "../data/memo-cache.ts";
import { queryKeys } from "../data/queries.ts";
import { dropSketch, keepWritten, showSketch, sketchOf } from "../data/sketch.ts";
import { whileRemoved } from "../focus/chosen.ts";
import { openPart } from "../focus/open-part.ts";
import { copyText } from "../feedback/copy-text.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { createOnce } from "./create-once.ts";
import { noteChanged } from "./lately-written.ts";
import { leaveSoon } from "./leave-soon.ts";
import { describeRefusedAudience } from "./refused-audience.ts";
import { memoStrings } from "./strings.ts";
import { visibilityLabel } from "./visibility-words.ts";

/** User actions on a memo, each with its message and its undo. */
export interface MemoActions {
  /** Rejects if the memo wasn't saved; the caller then restores the text. */
  create(memo: NewMemo): Promise<MemoView>;
  setPinned(id: string, pinned: boolean): void;
  setArchived(id: string, archived: boolean): void;
  toggleTask(id: string, index: number, checked: boolean): void;
  /** Doesn't confirm; callers that need a confirmation ask first. */
  setVisibility(memo: MemoView, audience: Pick<MemoPatch, "visibility" | "space">): void;
  setReaction(id: string, type: string, isOn: boolean): void;
  setLocation(memo: MemoView, location: MemoView["location"]): void;
  /** Adds or removes a link to another memo. */
  setLink(id: string, to: string, isOn: boolean): void;
  trash(id: string): void;
  restore(id: string): void;
  /** Deletes the memo permanently, after a confirmation. */
  purge(id: string): void;
  copy(text: string): void;
  showHistory(id: string): void;
  /** Shows the result of a merge, and clears the memo's merge mark. */
  showMerge(id: string): void;
  /** Closes the note of a merge. */
  closeMerge(id: string): void;
  /** Replaces the reading that stayed at a place of the last merge with the other one. */
  takeReading(memo: Pick<MemoView, "id" | "content">, place: number): void;
  restoreVersion(memo: Pick<MemoView, "id" | "content">, revision: string): void;
}

export function useMemoActions(): MemoActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => memoActions(client, queries), [client, queries]);
}

/** Shared steps of all memo changes: show the result, report the failure. */
export interface MemoChanges {
  /** Runs an action. On failure, shows an error and reloads the memos on screen. */
  attempt(
    ids: readonly string[],
    work: () => Promise<unknown>,
    describe?: (error: unknown) => string,
  ): Promise<void>;
  show(memo: MemoView): MemoView;
}

export function memoChanges(client: TidemarkClient, queries: QueryClient): MemoChanges {
  return {
    async attempt(ids, work, describe = describeError) {
      noteChanged(ids);
      try {
        await useFeedback.getState().during(work());
      } catch (error) {
        useFeedback.getState().fail(describe(error));
        await refreshMemos(queries, client, ids);
      }
    },
    show(memo) {
      showMemo(queries, memo.id, memo);
      // Comments aren't in a list; the components that show them reload.
      if (memo.parent !== null) void queries.invalidateQueries({ queryKey: queryKeys.allAround });
      return memo;
    },
  };
}

function memoActions(client: TidemarkClient, queries: QueryClient): MemoActions {
  const feedback = useFeedback.getState();
  const { attempt, show } = memoChanges(client, queries);

  async function update(id: string, patch: MemoPatch): Promise<MemoView> {
    return show(await client.memos.update.mutate({ id, patch }));
  }

  async function tick(id: string, task: TaskTick): Promise<MemoView> {
    // A completed task stays visible briefly before it leaves the task list. Hold it now: the change feed may
    // report it before the answer arrives.
    leaveSoon(id, task.checked, () => void reread(id));
    const memo = await client.memos.toggleTask.mutate({ id, ...task });
    if (memo.property.hasIncompleteTasks) leaveSoon(id, false, () => undefined);
    return show(memo);
  }

  async function reread(id: string): Promise<void> {
    await refreshMemos(queries, client, [id]);
  }

  const actions: MemoActions = {
    async create({ attachments, ...memo }) {
      const files = attachments === undefined ? {} : { attachments: [...attachments] };
      const made = { ...memo, ...files };
      const sketch = sketchOf(made);
      if (sketch !== null) showSketch(queries, sketch);
      try {
        const created = await createOnce(client, made);
        keepWritten(queries, created);
        showMemo(queries, created.id, created);
        feedback.announce(memoStrings.saved);
        return created;
      } finally {
        // The memo was rejected, or was created with another id.
        if (sketch !== null) dropSketch(queries, sketch.id);
      }
    },
    setPinned(id, pinned) {
      void attempt([id], async () => {
        await update(id, { pinned });
        feedback.say(
          pinned ? memoStrings.pinnedNow : memoStrings.unpinnedNow,
          () => attempt([id], () => update(id, { pinned: !pinned })),
          "pin",
        );
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
        const { content: seenIn } = await tick(id, { index, checked });
        const takeBack = async (): Promise<void> => {
          try {
            await tick(id, { index, checked: !checked, seenIn });
          } catch (error) {
            if (findAppError(error)?.code !== "FAILED_PRECONDITION") throw error;
            feedback.fail(memoStrings.taskGone);
          }
        };
        feedback.say(
          checked ? memoStrings.taskDone : memoStrings.taskOpen,
          () => attempt([id], takeBack),
          "task",
        );
      });
    },
    setVisibility({ id, visibility, space }, patch) {
      void attempt(
        [id],
        async () => {
          const after = await update(id, patch);
          const { serverUrl } = await queries.ensureQueryData({
            queryKey: queryKeys.profile,
            queryFn: () => client.profile.get.query(),
          });
          const label = visibilityLabel(after.visibility, after.spaceTitle);
          feedback.say(
            serverUrl === null && after.visibility !== "PRIVATE"
              ? memoStrings.visibilityLater(label)
              : memoStrings.visibilityNow(label),
            () => attempt([id], () => update(id, { visibility, space }), describeRefusedAudience),
            "visibility",
          );
        },
        describeRefusedAudience,
      );
    },
    setReaction(id, type, isOn) {
      const set = (isSet: boolean) =>
        attempt([id], async () => {
          show(await client.memos.react.mutate({ id, type, isOn: isSet }));
        });
      void attempt([id], async () => {
        show(await client.memos.react.mutate({ id, type, isOn }));
        feedback.did(isOn ? memoStrings.reacted(type) : memoStrings.reactionTakenBack(type), () =>
          set(!isOn),
        );
      });
    },
    setLocation({ id, location: before }, location) {
      void attempt([id], async () => {
        await update(id, { location });
        feedback.say(
          location === null ? memoStrings.locationRemoved : memoStrings.locationSet,
          () => attempt([id], () => update(id, { location: before })),
        );
      });
    },
    setLink(id, to, isOn) {
      const set = async (isSet: boolean): Promise<void> => {
        show(await client.memos.link.mutate({ id, to, isOn: isSet }));
        await queries.invalidateQueries({ queryKey: queryKeys.allAround });
      };
      void attempt([id], async () => {
        await set(isOn);
        feedback.say(isOn ? memoStrings.linked : memoStrings.unlinked, () =>
          attempt([id], () => set(!isOn)),
        );
      });
    },
    trash(id) {
      if (useUi.getState().editingId === id) setUi({ editingId: null });
      const remove = async (): Promise<void> => {
        await client.memos.trash.mutate({ ids: [id] });
        const memo = findShownMemo(queries, id);
        if (memo !== null) showMemo(queries, id, { ...memo, deletedMs: Date.now() });
        feedback.say(memoStrings.movedToTrash(1), () =>
          attempt([id], async () => {
            await client.memos.restore.mutate({ ids: [id] });
            await reread(id);
          }),
        );
      };
      void whileRemoved(id, () => attempt([id], remove));
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
      const remove = async (): Promise<void> => {
        await client.memos.purge.mutate({ ids: [id] });
        showMemo(queries, id, null);
        feedback.announce(memoStrings.purged);
      };
      feedback.ask({
        title: memoStrings.purgeTitle,
        body: memoStrings.purgeBody,
        action: memoStrings.purge,
        confirm: () => void whileRemoved(id, () => attempt([id], remove)),
      });
    },
    showHistory: (id) => openPart({ history: { id, isAtMerge: false } }),
    showMerge(id) {
      setUi({ history: { id, isAtMerge: true } });
      void attempt([id], async () => {
        await client.memos.seeMerge.mutate({ id });
        await reread(id);
      });
    },
    closeMerge(id) {
      void attempt([id], async () => {
        await client.memos.seeMerge.mutate({ id });
        await reread(id);
      });
    },
    takeReading({ id, content }, place) {
      const describe = (error: unknown): string =>
        findAppError(error)?.code === "FAILED_PRECONDITION"
          ? memoStrings.readingGone
          : describeError(error);
      void attempt(
        [id],
        async () => {
          show(await client.memos.takeReading.mutate({ id, place }));
          feedback.say(memoStrings.readingTaken, () =>
            attempt([id], () => update(id, { content })),
          );
        },
        describe,
      );
    },
    restoreVersion({ id, content }, revision) {
      void attempt([id], async () => {
        showMemo(queries, id, await client.memos.restoreRevision.mutate({ id, revision }));
        feedback.say(memoStrings.versionRestored, () =>
          attempt([id], () => update(id, { content })),
        );
      });
    },
    copy: (text) => void copyText(text),
  };
  return actions;
}
