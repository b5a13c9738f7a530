import type { OtherEditor } from "@tidemark/core/carets";
import { useLanguage } from "../../language/language.ts";
import { tonesOf, typingAmong, typingWords } from "./other-editors.ts";

/**
 * Names the other editors who are typing, above the editor's tools. Its space is reserved while the memo has
 * other editors, to avoid layout shifts. Screen readers get a separate announcement, once.
 */
export function TypingNote({ others }: { readonly others: readonly OtherEditor[] }) {
  useLanguage();
  if (others.length === 0) return null;
  const typing = typingAmong(others);
  const [first] = typing;
  return (
    <p
      className="typing-note"
      data-tone={first === undefined ? undefined : tonesOf(others).get(first.session)}
    >
      {first !== undefined && <span className="truncate">{typingWords(typing)}</span>}
    </p>
  );
}
