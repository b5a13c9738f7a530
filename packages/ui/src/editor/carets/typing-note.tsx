import type { OtherEditor } from "@tidemark/core/carets";
import { useLanguage } from "../../language/language.ts";
import { tonesOf, typingAmong, typingWords } from "./other-editors.ts";

/**
 * Who of the others is typing, above the editor's tools. Its room is there as long as anybody has the
 * memo open too, so that nothing moves when they begin; that they have is said to a screen reader apart
 * from it, once.
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
