import { useQueryClient } from "@tanstack/react-query";
import type { MemoView } from "@tidemark/core/router";
import { useEffect, useRef, useState } from "react";
import { describeError } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useComments } from "../data/asked/memo-queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { keysOf } from "../commands/commands.ts";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { AuthorName } from "../people/author-name.tsx";
import { peopleStrings } from "../people/strings.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { dayLabel, momentLabel, timeLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { MemoBody } from "../timeline/card/memo-body.tsx";
import { ReactionRow } from "../timeline/card/reaction-row.tsx";
import { commentElement } from "./reach.ts";
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
              <Comment comment={comment} />
            </li>
          ))}
        </ul>
      )}
      {memo.deletedMs === null && <CommentField memo={memo} />}
    </PanelSection>
  );
}

function Comment({ comment }: { readonly comment: MemoView }) {
  useLanguage();
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
        <MemoWords memo={comment} place="page">
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

function CommentField({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const actions = useMemoActions();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const canSend = text.trim() !== "";
  // The button appears below the field, on a phone behind the keyboard.
  useEffect(() => {
    if (canSend) form.current?.scrollIntoView({ block: "nearest" });
  }, [canSend]);
  const send = async (): Promise<void> => {
    const content = text.trim();
    if (content === "") return;
    setText("");
    try {
      await actions.create({ content, parent: memo.id });
      await queries.invalidateQueries({ queryKey: queryKeys.comments(memo.id) });
    } catch (error) {
      // Keeps text typed since, after the restored comment.
      setText((now) => (now === "" ? content : `${content}\n\n${now}`));
      useFeedback.getState().fail(pageStrings.commentFailed(describeError(error)));
    }
  };
  return (
    <form
      ref={form}
      className="mt-3 flex flex-col items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        className="comment-field"
        rows={2}
        dir="auto"
        aria-label={pageStrings.writeComment}
        aria-keyshortcuts={keysOf.onPage.comment[0]}
        placeholder={pageStrings.writeComment}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") document.getElementById(`memo-${memo.id}`)?.focus();
          else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
          else return;
          event.preventDefault();
        }}
      />
      {canSend && (
        <button type="submit" className="button button-primary">
          {pageStrings.send}
        </button>
      )}
    </form>
  );
}
