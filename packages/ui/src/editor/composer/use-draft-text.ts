import { type RefObject, useRef } from "react";
import type { ComposerText } from "./composer-text.ts";
import { type FoundWhere, useDraft } from "./use-draft.ts";
import { joinTexts, useSentMemo } from "./use-sent-memo.ts";

/** Manages the text of a composer: a draft from its first character until it is stored as a memo. */
export function useDraftText(draftKey: string, text: RefObject<ComposerText | null>) {
  const sent = useSentMemo(draftKey);
  const draft = useDraft(draftKey, (content, where) => void offer(content, where));
  /** Texts being saved as memos. They belong to the draft until that succeeds. */
  const leaving = useRef<readonly string[]>([]);
  /** Last text of the field, for answers that arrive after it was removed from the page. */
  const typed = useRef("");
  const read = (): string => (typed.current = text.current?.read() ?? typed.current);
  const unsaved = (): string =>
    joinTexts([...leaving.current, read()].filter((each) => each !== ""));
  const arrived = (content: string): void => {
    leaving.current = leaving.current.filter((each) => each !== content);
  };
  const offer = async (content: string, where: FoundWhere): Promise<void> => {
    const { offered, made } = await sent.found(content, where);
    if (text.current === null) return;
    if (offered !== "") {
      // Text typed before the draft was read follows it.
      if (text.current.read() === "") text.current.replace(offered);
      else if (where === "stored") await text.current.prepend(joinTexts([offered, ""]));
    }
    if (where === "stored") draft.shown();
    if (made.length > 0) await letGo(made);
  };
  /** Stores the draft without texts that became memos, then marks them as made. */
  const letGo = async (made: readonly string[]): Promise<void> => {
    await draft.keepNow(unsaved());
    sent.made(made);
  };
  return {
    kept: draft.kept,
    keep: () => draft.keep(unsaved()),
    /** Clears the field at once, and returns the id of the new memo. */
    send(field: ComposerText, content: string): string {
      leaving.current = [...leaving.current, content];
      field.replace("");
      field.focus();
      // The memo's text may differ from the typed one: the draft must be found again by the memo's.
      void draft.keepNow(unsaved());
      return sent.send(content);
    },
    made(id: string, content: string): void {
      arrived(content);
      void letGo([id]);
    },
    /**
     * Puts the typed text back before newer text. The memo may exist all the same, with the text that was
     * sent.
     */
    failed(id: string, content: string, before: string): void {
      arrived(content);
      sent.failed({ id, content });
      const since = read();
      typed.current = since === "" ? before : joinTexts([before, since]);
      text.current?.replace(typed.current);
      void draft.keepNow(unsaved());
    },
  };
}
