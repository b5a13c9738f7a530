import { readTagChoice } from "@tidemark/core/tag-branch";
import { X } from "lucide-react";
import { useLanguage } from "../../language/language.ts";
import { editorStrings } from "../strings.ts";

/** Shows the tag that the saved text gets, with a button to save it without. */
export function DraftTagChip({ choice, remove }: { readonly choice: string; remove(): void }) {
  useLanguage();
  const { tag } = readTagChoice(choice);
  const label = editorStrings.withoutTag(tag);
  return (
    <span data-tag={tag} className="draft-tag">
      <bdi className="truncate">#{tag}</bdi>
      <button type="button" aria-label={label} title={label} onClick={remove}>
        <X size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </span>
  );
}
