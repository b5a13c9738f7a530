import { X } from "lucide-react";
import { useLanguage } from "../../language/language.ts";
import { timelineStrings } from "../strings.ts";

/** Says that only memos with a tag are shown. */
export function TagChip({ tag, clear }: { readonly tag: string; clear(): void }) {
  useLanguage();
  return (
    <div className="flex pt-3">
      <span className="inline-flex h-[26px] items-center gap-1 rounded-full bg-accent-soft ps-2.5 pe-0.5 text-small text-text">
        #{tag}
        <button
          type="button"
          className="inline-flex size-6 items-center justify-center rounded-full text-text-2 hover:text-text"
          aria-label={timelineStrings.clearTag(tag)}
          onClick={clear}
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      </span>
    </div>
  );
}
