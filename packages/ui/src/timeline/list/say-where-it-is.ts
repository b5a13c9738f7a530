import { useQueryClient } from "@tanstack/react-query";
import type { MemoView } from "@tidemark/core/router";
import { useEffect, useRef } from "react";
import { useClient, type TidemarkClient } from "../../data/client.tsx";
import { isListed, type MemoListQuery } from "../../data/memo-pages.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { noteChanged, useLatelyWritten } from "../../memo/lately-written.ts";
import { useUi } from "../../state/ui-state.ts";
import { useGoTo, useGoToMemo } from "../../state/view-address.ts";
import type { TimelineRows } from "./use-timeline-rows.ts";
import { whereStrings } from "./where-strings.ts";

/** Number of newest memos of a filtered list among which a new memo is looked up. */
const searched = 50;

type ListInput = Omit<MemoListQuery, "pinned">;

interface SayWhereItIsProps {
  readonly input: ListInput;
  readonly timeline: Pick<TimelineRows, "memoIds" | "isOfListBefore">;
}

/**
 * Says where a memo is that the user saved, or changed so that it left the list, and offers to show it. Moves
 * to the archive or the trash have messages of their own.
 */
export function SayWhereItIs({ input, timeline }: SayWhereItIsProps): null {
  const { memoIds, isOfListBefore } = timeline;
  const client = useClient();
  const queries = useQueryClient();
  const goToMemo = useGoToMemo();
  const goTo = useGoTo();
  const written = useLatelyWritten((state) => state.written);
  const list = JSON.stringify(input);
  useNoteEdited();

  const latest = useRef({ input, goToMemo, goTo });
  latest.current = { input, goToMemo, goTo };

  const fresh = written.find(({ isNew }) => isNew)?.id;
  useEffect(() => {
    if (fresh === undefined) return;
    dropNotes([fresh]);
    void (async () => {
      const memo = await findMemo(client, fresh);
      const { input: shown, goToMemo: show } = latest.current;
      if (memo === null || memo.deletedMs !== null) return;
      if (await isShownIn(client, memo, { ...shown, pinned: null })) return;
      useFeedback
        .getState()
        .lead(whereStrings.savedElsewhere, () => show(fresh), whereStrings.show);
    })();
  }, [client, queries, fresh]);

  const before = useRef({ list, memoIds });
  useEffect(() => {
    const { list: listBefore, memoIds: idsBefore } = before.current;
    if (isOfListBefore) return;
    before.current = { list, memoIds };
    if (listBefore !== list || idsBefore === memoIds) return;
    const { written: changed } = useLatelyWritten.getState();
    const now = new Set(memoIds);
    const left = changed.flatMap(({ id, isNew }) =>
      !isNew && idsBefore.includes(id) && !now.has(id) ? [id] : [],
    );
    if (left.length === 0) return;
    dropNotes(left);
    void (async () => {
      const memos = await Promise.all(left.map((id) => findMemo(client, id)));
      const { input: shown, goToMemo: show, goTo: open } = latest.current;
      const gone = memos.filter((memo) => memo !== null && leftSilently(memo, shown));
      const [only] = gone;
      if (!only) return;
      useFeedback
        .getState()
        .lead(
          whereStrings.leftList(gone.length),
          () => (gone.length === 1 ? show(only.id) : open({ view: "timeline" })),
          whereStrings.show,
        );
    })();
  }, [client, list, memoIds, isOfListBefore]);
  return null;
}

/** Removes the notes of memos. */
function dropNotes(ids: readonly string[]): void {
  const { written } = useLatelyWritten.getState();
  useLatelyWritten.setState({ written: written.filter(({ id }) => !ids.includes(id)) });
}

/** Notes the memo whose editor closes. */
function useNoteEdited(): void {
  const editingId = useUi((state) => state.editingId);
  const before = useRef(editingId);
  useEffect(() => {
    if (before.current !== null && before.current !== editingId) noteChanged([before.current]);
    before.current = editingId;
  }, [editingId]);
}

/** Returns true unless the memo was moved to the trash or the archive or back, or is a task now done. */
function leftSilently(memo: MemoView, { view, scope }: ListInput): boolean {
  if (view === "tasks" || memo.parent !== null) return false;
  const isArchive = scope === "archive" || (scope === "view" && view === "archive");
  const isTrash = scope === "trash" || (scope === "view" && view === "trash");
  if ((memo.deletedMs !== null) !== isTrash || isTrash) return false;
  return scope === "all" || (memo.state === "ARCHIVED") === isArchive;
}

async function findMemo(client: TidemarkClient, id: string): Promise<MemoView | null> {
  return client.memos.get.query({ id }).catch(() => null);
}

/** Returns true if a list shows a new memo; only the host knows for a search or a saved view. */
async function isShownIn(
  client: TidemarkClient,
  memo: MemoView,
  query: MemoListQuery,
): Promise<boolean> {
  const known = isListed(memo, query);
  if (known !== "unknown") return known;
  const page = await client.memos.list
    .query({ ...query, pageSize: searched, cursor: null })
    .catch(() => null);
  return page === null || page.memos.some(({ id }) => id === memo.id);
}
