import { useQueryClient } from "@tanstack/react-query";
import { commentDraft } from "@tidemark/core/names";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { describeError } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import type { ComposerText } from "../editor/composer/composer-text.ts";
import { plainText } from "../editor/composer/plain-text.ts";
import { useDraftText } from "../editor/composer/use-draft-text.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { keysOf } from "../commands/commands.ts";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { pageStrings } from "./strings.ts";

/** Field for a comment on a memo. Its text is a draft until it is sent. Needs a `key` for each memo. */
export function CommentField({ id }: { readonly id: string }) {
  useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const { canSend, attach, typed, send } = useComment(id);
  // The button appears below the field, on a phone behind the keyboard.
  useEffect(() => {
    if (canSend && form.current?.contains(document.activeElement) === true) {
      form.current.scrollIntoView({ block: "nearest" });
    }
  }, [canSend]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") document.getElementById(`memo-${id}`)?.focus();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
    else return;
    event.preventDefault();
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
        ref={attach}
        className="comment-field"
        rows={2}
        dir="auto"
        aria-label={pageStrings.writeComment}
        aria-keyshortcuts={keysOf.onPage.comment[0]}
        placeholder={pageStrings.writeComment}
        onInput={typed}
        onKeyDown={onKeyDown}
      />
      {canSend && (
        <button type="submit" className="button button-primary">
          {pageStrings.send}
        </button>
      )}
    </form>
  );
}

/** Returns the state and actions of the field. */
function useComment(parent: string) {
  const actions = useMemoActions();
  const queries = useQueryClient();
  const text = useRef<ComposerText | null>(null);
  const [canSend, setCanSend] = useState(false);
  const draft = useDraftText(commentDraft(parent), text);
  const typed = (): void => {
    setCanSend((text.current?.read() ?? "").trim() !== "");
    draft.keep();
  };
  const latest = useRef(typed);
  latest.current = typed;
  const attach = useCallback((field: HTMLTextAreaElement) => {
    text.current = plainText(field, () => latest.current());
    return () => void (text.current = null);
  }, []);
  const send = async (): Promise<void> => {
    const field = text.current;
    const content = (field?.read() ?? "").trim();
    if (field === null || content === "") return;
    const id = draft.send(field, content);
    try {
      await actions.create({ id, content, parent });
      draft.made(id, content);
      await queries.invalidateQueries({ queryKey: queryKeys.comments(parent) });
    } catch (error) {
      draft.failed(id, content, content);
      useFeedback.getState().fail(pageStrings.commentFailed(describeError(error)));
    }
  };
  return { canSend, attach, typed, send };
}
