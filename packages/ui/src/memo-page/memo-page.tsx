import { useParams } from "@tanstack/react-router";
import type { MemoView } from "@tidemark/core/router";
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { AttachmentGrid } from "../attachments/attachment-grid.tsx";
import { findAppError, useClient } from "../data/client.tsx";
import { useOneMemo } from "../data/asked/memo-queries.ts";
import { keysOf } from "../commands/commands.ts";
import { useLanguage } from "../language/language.ts";
import { componentOnDemand } from "../lazy/lazy-component.ts";
import { beginEdit } from "../memo/begin-edit.ts";
import { firstLine } from "../memo/first-line.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { viewOfTags } from "../state/shown-to-all.ts";
import { useIsPanelFree } from "../state/use-side-panel.ts";
import { useGoTo, withAllUnder } from "../state/view-address.ts";
import { useHidesAgain, useIsBlurred } from "../tags/blur.ts";
import { MemoWords, useMemoName } from "../tags/memo-words.tsx";
import { MemoBody } from "../timeline/card/memo-body.tsx";
import { MergeLine, MergeReadings } from "../timeline/merge/merge-note.tsx";
import { ReactionRow } from "../timeline/card/reaction-row.tsx";
import { MemoMenu, type OpenMenu } from "../timeline/card/memo-menu.tsx";
import { timelineStrings } from "../timeline/strings.ts";
import { UnsentMark } from "../sync/unsent/unsent-mark.tsx";
import { MissingMemo } from "./missing-memo.tsx";
import { Moments } from "./moments.tsx";
import { useNeighbours } from "../memo/neighbours.ts";
import { PageBar, usePageRows } from "./page-bar.tsx";
import { PagePanel } from "./page-panel.tsx";
import { usePageKeys, useReachOnOpen } from "./use-page-keys.ts";

/** Loads the editor, and Yjs with it, on the first edit. */
const InlineEditor = componentOnDemand(
  async () => (await import("../editor/inline/inline-editor.tsx")).InlineEditor,
);

/** Page of a single memo with its panel. */
export function MemoPage() {
  useLanguage();
  const { id } = useParams({ from: "/m/$id" });
  const memo = useOneMemo(id);
  useEffect(() => {
    const isEdited = useUi.getState().editOnOpenId === id;
    setUi({ editingId: isEdited ? id : null, editOnOpenId: null, activeId: id });
  }, [id]);
  const client = useClient();
  useEffect(
    () => void client.finder.noteOpened.mutate({ id }).catch(() => undefined),
    [client, id],
  );
  // Its text stays on screen while it is edited.
  const isEditing = useUi((state) => state.editingId === id);
  const isGone = findAppError(memo.error)?.code === "NOT_FOUND" && !isEditing;
  if (memo.data !== undefined && !isGone) return <ReadMemo key={id} memo={memo.data} />;
  // Local data loads at once, so no loading state is shown.
  return memo.isError ? <MissingMemo id={id} error={memo.error} retry={memo.refetch} /> : <main />;
}

function ReadMemo({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const actions = useMemoActions();
  const isBeside = useIsPanelFree();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const isEditing = useUi((state) => state.editingId === memo.id);
  const page = useRef<HTMLDivElement>(null);
  const article = useRef<HTMLElement>(null);
  const isOwn = memo.author === null;
  const showTag = useShowTag(memo);
  const neighbours = useNeighbours(memo.id);
  const isBlurred = useIsBlurred(memo) && !isEditing;
  const title = useMemoName(isEditing ? null : memo, firstLine(memo.content));
  useHidesAgain("page", memo.id);
  const rows = usePageRows(memo, neighbours, actions);
  usePageKeys(memo, neighbours, page);
  useReachOnOpen(page);
  useEffect(() => {
    document.title = timelineStrings.pageTitle(title);
  }, [title]);
  useEffect(() => article.current?.focus(), []);
  return (
    <div ref={page} className="memo-page" data-beside={isBeside || undefined}>
      <main className="min-w-0 outline-none" tabIndex={-1}>
        <PageBar
          memo={memo}
          title={title}
          neighbours={neighbours}
          actions={actions}
          openMenu={(anchor) => setMenu({ memo, anchor })}
        />
        <article
          ref={article}
          id={`memo-${memo.id}`}
          data-memo={memo.id}
          tabIndex={-1}
          aria-label={title}
          className="reading outline-none"
        >
          {(memo.property.title === "" || isEditing || isBlurred) && (
            <h1 className="sr-only">{title}</h1>
          )}
          <Moments memo={memo} actions={actions} />
          {memo.isMerged && <MergeLine memo={memo} actions={actions} />}
          <MergeReadings memo={memo} actions={actions} />
          <MaybeEditor memo={memo} isEditing={isEditing && isOwn}>
            <MemoBody
              id={memo.id}
              content={memo.content}
              updatedMs={memo.updatedMs}
              files={memo.attachments}
              terms={noTerms}
              isQuiet={memo.deletedMs !== null || memo.state === "ARCHIVED" || !isOwn}
              onToggleTask={(index, checked) => actions.toggleTask(memo.id, index, checked)}
              onTag={showTag}
              {...(isOwn && memo.deletedMs === null && { onEdit: (at) => beginEdit(memo.id, at) })}
            />
            <div className="reading-files">
              <AttachmentGrid
                files={memo.attachments}
                content={memo.content}
                isOwn={isOwn && memo.deletedMs === null}
              />
            </div>
          </MaybeEditor>
          <div className="reading-files">
            <UnsentMark memo={memo} />
            <ReactionRow memo={memo} actions={actions} isOffered keys={keysOf.onPage.react[0]} />
          </div>
        </article>
      </main>
      {/* A single element in every layout: remounting it would lose a comment being written. */}
      <PagePanel memo={memo} article={article} />
      <MemoMenu menu={menu} rows={rows} actions={actions} close={() => setMenu(null)} />
    </div>
  );
}

const noTerms: readonly string[] = [];

/** Returns a function that opens a tag in the view that lists the memo. */
function useShowTag(memo: MemoView): (tag: string) => void {
  const goTo = useGoTo();
  return (tag) => goTo({ view: viewOfTags(memo), tag: withAllUnder(tag) });
}

function MaybeEditor(props: {
  readonly memo: MemoView;
  readonly isEditing: boolean;
  readonly children: ReactNode;
}) {
  if (!props.isEditing) {
    return (
      <MemoWords memo={props.memo} place="page">
        {props.children}
      </MemoWords>
    );
  }
  return (
    <div className="reading-editor">
      <Suspense fallback={props.children}>
        <InlineEditor memo={props.memo} isOnPage>
          {props.children}
        </InlineEditor>
      </Suspense>
    </div>
  );
}
