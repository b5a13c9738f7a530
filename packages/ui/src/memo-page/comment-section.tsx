import type { MemoView } from "@tidemark/core/router";
import { useComments } from "../data/asked/memo-queries.ts";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { AuthorName } from "../people/author-name.tsx";
import { peopleStrings } from "../people/strings.ts";
import { commentElement } from "../state/comment-to-reach.ts";
import { useWithTagsAbove } from "../tags/blur.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { dayLabel, momentLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { MemoBody } from "../timeline/card/memo-body.tsx";
import { ReactionRow } from "../timeline/card/reaction-row.tsx";
import { CommentField } from "./comment-field.tsx";
import { PanelSection } from "./panel-section.tsx";
import { pageStrings } from "./strings.ts";

/** Comments on the memo, oldest first, and a field to add one. */
export function CommentSection({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const comments = useComments(memo.id).data ?? [];
  return (
    <PanelSection
      title={pageStrings.comments}
      {...(comments.length === 0 ? {} : { note: String(comments.length) })}
    >
      {comments.length === 0 ? (
        <p className="text-small text-text-3">{pageStrings.noComments}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {comments.map((comment) => (
            <li key={comment.id} id={commentElement(comment.id)} tabIndex={-1} className="comment">
              <Comment comment={comment} memo={memo} />
            </li>
          ))}
        </ul>
      )}
      {memo.deletedMs === null && <CommentField key={memo.id} id={memo.id} />}
    </PanelSection>
  );
}

function Comment(props: { readonly comment: MemoView; readonly memo: MemoView }) {
  useLanguage();
  const { comment, memo } = props;
  const subject = useWithTagsAbove(comment, memo);
  const nowMs = useDay();
  const actions = useMemoActions();
  return (
    <>
      <p className="comment-by flex items-center gap-2 text-small">
        {comment.author === null ? (
          <span className="truncate font-[550]">{peopleStrings.you}</span>
        ) : (
          <AuthorName memo={comment} />
        )}
        <time
          dateTime={new Date(comment.createdMs).toISOString()}
          title={momentLabel(comment.createdMs)}
          className="ms-auto flex-none text-meta text-text-3 tabular-nums"
        >
          {dayLabel(comment.createdMs, nowMs)} {timeLabel(comment.createdMs)}
        </time>
      </p>
      <div className="comment-text">
        <MemoWords memo={subject} place="page">
          <MemoBody
            id={comment.id}
            content={comment.content}
            updatedMs={comment.updatedMs}
            files={comment.attachments}
            terms={noTerms}
            isQuiet={comment.author !== null}
            onToggleTask={(index, checked) => actions.toggleTask(comment.id, index, checked)}
            onTag={() => undefined}
          />
        </MemoWords>
      </div>
      <ReactionRow memo={comment} actions={actions} isOffered />
    </>
  );
}

const noTerms: readonly string[] = [];
