import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ManyUpdated, MemoPlacing, PlaceOfMemo } from "@tidemark/core/memo";
import type { MemoView } from "@tidemark/core/router";
import { useMemo } from "react";
import { describeError, type TidemarkClient, useClient } from "../data/client.tsx";
import { holdShown, type ShownChanges } from "../data/hold-shown.ts";
import { findShownMemo, refreshMemos } from "../data/memo-cache.ts";
import type { Audience } from "../editor/audience/audience.ts";
import { noteActs } from "../focus/chosen.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { noteChanged } from "../memo/lately-written.ts";
import { memoStrings } from "../memo/strings.ts";
import { exportName, exportText } from "./export-text.ts";
import { selectStrings } from "./strings.ts";

/** Actions for all selected memos, each with one undo. */
export interface BulkActions {
  setPinned(memos: readonly MemoView[], isPinned: boolean): Promise<void>;
  setArchived(memos: readonly MemoView[], isArchived: boolean): Promise<void>;
  /** The caller has already asked for confirmation. */
  setVisibility(memos: readonly MemoView[], audience: Audience, label: string): Promise<void>;
  trash(memos: readonly MemoView[]): Promise<void>;
  restore(memos: readonly MemoView[]): Promise<void>;
  /** Asks for confirmation first. */
  purge(memos: readonly MemoView[]): void;
  download(memos: readonly MemoView[]): void;
}

export function useBulkActions(): BulkActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => bulkActions(client, queries), [client, queries]);
}

interface BulkChange {
  readonly memos: readonly MemoView[];
  readonly set: PlaceOfMemo;
  readonly isPlace?: boolean;
  readonly spaceTitle?: string | null;
  said(count: number): string;
}

/** Maximum number of memos in a request to the host. */
const mostAtOnce = 1000;

/**
 * Returns the memos that the user may change; with `isPlace`, without comments, which can't be placed
 * separately.
 */
export function changeable(memos: readonly MemoView[], isPlace = false): readonly MemoView[] {
  return memos.filter(({ author, parent }) => author === null && !(isPlace && parent !== null));
}

function bulkActions(client: TidemarkClient, queries: QueryClient): BulkActions {
  const feedback = useFeedback.getState();

  /** Shows a change at once and has the host apply it; resolves to `null` if all of it failed. */
  async function place(
    placings: readonly MemoPlacing[],
    memos: readonly MemoView[],
    spaceTitle?: string | null,
  ): Promise<ManyUpdated | null> {
    const ids = placings.map(({ id }) => id);
    noteChanged(ids);
    const done: ManyUpdated["done"][number][] = [];
    const left: ManyUpdated["left"][number][] = [];
    const release = holdShown(queries, memos, shownBy(placings, spaceTitle));
    const settle = (): void => {
      void refreshMemos(queries, client, ids).finally(release);
    };
    try {
      for (let at = 0; at < placings.length; at += mostAtOnce) {
        const some = placings.slice(at, at + mostAtOnce);
        const answer = await client.bulk.update.mutate({ memos: some });
        done.push(...answer.done);
        left.push(...answer.left);
      }
    } catch (error) {
      feedback.fail(describeError(error));
      release();
      await refreshMemos(queries, client, ids);
      return done.length === 0 ? null : { done, left };
    }
    // Memos that weren't changed are shown unchanged.
    if (left.length > 0) release();
    settle();
    return { done, left };
  }

  const act = (change: BulkChange): Promise<void> => feedback.during(apply(change));

  async function apply(change: BulkChange): Promise<void> {
    const { memos, set, isPlace = false, spaceTitle } = change;
    const own = changeable(memos, isPlace);
    const leftOut = {
      others: memos.filter(({ author }) => author !== null).length,
      comments: changeable(memos).length - own.length,
    };
    if (own.length === 0) {
      feedback.say(selectStrings.nothing(whyLeft(leftOut)));
      return;
    }
    const answer = await place(
      own.map(({ id }) => ({ id, set })),
      own,
      spaceTitle,
    );
    if (answer === null) return;
    const { done, left } = answer;
    const why = whyLeft({ ...leftOut, failed: left.length });
    if (done.length === 0) {
      feedback.say(why === "" ? selectStrings.same : selectStrings.nothing(why));
      return;
    }
    const said = change.said(done.length);
    feedback.say(
      why === "" ? said : selectStrings.partly(said, done.length, memos.length, why),
      () => takeBack(done, set, own),
    );
  }

  /** Restores the previous values of each memo, unless it was changed since. */
  async function takeBack(
    done: ManyUpdated["done"],
    set: PlaceOfMemo,
    memos: readonly MemoView[],
  ): Promise<void> {
    const before = new Map(memos.map((memo) => [memo.id, memo]));
    const placings = done.map(({ id, before: had }) => ({ id, set: had, ifNow: set }));
    const now = done.flatMap(({ id }) => findShownMemo(queries, id) ?? before.get(id) ?? []);
    const answer = await place(placings, now);
    if (answer !== null && answer.left.length > 0) {
      feedback.say(selectStrings.stays(answer.left.length));
    }
  }

  return {
    setPinned: (memos, pinned) =>
      act({
        memos,
        set: { pinned },
        isPlace: true,
        said: pinned ? selectStrings.pinned : selectStrings.unpinned,
      }),
    setArchived: (memos, isArchived) =>
      act({
        memos,
        set: { state: isArchived ? "ARCHIVED" : "NORMAL" },
        isPlace: true,
        said: isArchived ? selectStrings.archived : selectStrings.unarchived,
      }),
    setVisibility: (memos, audience, label) =>
      act({
        memos,
        set: audience,
        isPlace: true,
        spaceTitle: audience.visibility === "SPACE" ? label : null,
        said: (count) => selectStrings.visibility(count, label),
      }),
    trash: (memos) => act({ memos, set: { isTrashed: true }, said: selectStrings.trashed }),
    restore: (memos) => act({ memos, set: { isTrashed: false }, said: selectStrings.restored }),
    purge(memos) {
      const own = changeable(memos);
      if (own.length === 0) return;
      const ids = own.map(({ id }) => id);
      const purgeAll = async (): Promise<void> => {
        noteActs(ids);
        const release = holdShown(queries, own, new Map(ids.map((id) => [id, null])));
        try {
          for (let at = 0; at < ids.length; at += mostAtOnce) {
            await client.memos.purge.mutate({ ids: ids.slice(at, at + mostAtOnce) });
          }
          feedback.announce(memoStrings.trashEmptied(ids.length));
        } catch (error) {
          release();
          feedback.fail(describeError(error));
        }
        await refreshMemos(queries, client, ids).finally(release);
      };
      feedback.ask({
        title: memoStrings.emptyTrashTitle(ids.length),
        body: selectStrings.purgeBody(ids.length),
        action: memoStrings.purge,
        confirm: () => void purgeAll(),
      });
    },
    download(memos) {
      const url = URL.createObjectURL(new Blob([exportText(memos)], { type: "text/markdown" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = exportName(new Date());
      link.click();
      // The download has begun by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      feedback.say(selectStrings.exported(memos.length));
    },
  };
}

/** Returns the changed fields of each memo, to be shown at once. */
function shownBy(
  placings: readonly MemoPlacing[],
  spaceTitle: string | null | undefined,
): ShownChanges {
  const nowMs = Date.now();
  return new Map(
    placings.map(({ id, set: { isTrashed, ...fields } }) => [
      id,
      {
        ...fields,
        ...(isTrashed !== undefined && { deletedMs: isTrashed ? nowMs : null }),
        ...(spaceTitle !== undefined && { spaceTitle }),
      },
    ]),
  );
}

/** Returns the reasons why some of the selected memos aren't changed. */
function whyLeft(counts: {
  readonly others: number;
  readonly comments: number;
  readonly failed?: number;
}): string {
  const { others, comments, failed = 0 } = counts;
  const reasons = [
    ...(others > 0 ? [selectStrings.notYours(others)] : []),
    ...(comments > 0 ? [selectStrings.comments(comments)] : []),
    ...(failed > 0 ? [selectStrings.failed(failed)] : []),
  ];
  return reasons.join(", ");
}
