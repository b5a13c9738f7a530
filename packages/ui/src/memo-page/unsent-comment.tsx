import { commentDraft } from "@tidemark/core/names";
import { useEffect, useState } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { useDraft } from "../editor/composer/use-draft.ts";
import { editorStrings } from "../editor/strings.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { pageStrings } from "./strings.ts";

/** Draft of a comment on a memo that no longer exists, which can be saved as a memo or discarded. */
export function UnsentComment({ id }: { readonly id: string }) {
  useLanguage();
  const { text, save, discard } = useUnsentComment(id);
  if (text.trim() === "") return null;
  return (
    <section
      aria-label={pageStrings.unsentComment}
      className="mx-auto flex max-w-[520px] flex-col gap-3 px-4 pb-14"
    >
      <h2 className="text-small font-[550] text-text-2">{pageStrings.unsentComment}</h2>
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button button-primary" onClick={() => void save()}>
          {editorStrings.keepText}
        </button>
        <button type="button" className="button" onClick={() => void discard()}>
          {pageStrings.discardComment}
        </button>
      </div>
    </section>
  );
}

function useUnsentComment(id: string) {
  const client = useClient();
  const actions = useMemoActions();
  const key = commentDraft(id);
  const [text, setText] = useState("");
  const { keepNow, shown, kept } = useDraft(key, setText);
  // A comment that was being sent when the memo was deleted becomes a draft again.
  useEffect(
    () =>
      kept.watch((state) => {
        if (state === "kept") client.drafts.get.query({ key }).then(setText, () => undefined);
      }),
    [client, kept, key],
  );
  const remove = async (): Promise<void> => {
    setText("");
    // Otherwise the host keeps the stored draft before the new text.
    shown();
    await keepNow("");
  };
  return {
    text,
    async save(): Promise<void> {
      try {
        await actions.create({ content: text });
        await remove();
      } catch (error) {
        useFeedback.getState().fail(describeError(error));
      }
    },
    async discard(): Promise<void> {
      await remove();
      useFeedback.getState().say(pageStrings.commentDiscarded, () => keepNow(text));
    },
  };
}
