import { readTagChoice } from "@tidemark/core/tag-branch";
import { X } from "lucide-react";
import { useTagTree } from "../../data/tag-queries.ts";
import { useLanguage } from "../../language/language.ts";
import { tagsStrings } from "../../tags/strings.ts";
import { timelineStrings } from "../strings.ts";
import { withAllUnder } from "../../state/view-address.ts";

interface TagChipProps {
  /** Value from the address: `work`, or `work/*`. */
  readonly choice: string;
  clear(): void;
  choose(choice: string): void;
}

/** Shows the tag filter, and a switch to include its subtags. */
export function TagChip({ choice, clear, choose }: TagChipProps) {
  useLanguage();
  const { tag, withUnder } = readTagChoice(choice);
  const nodes = useTagTree().data;
  // Without subtags both choices are the same.
  const isBranch = nodes?.some((node) => node.tag.startsWith(`${tag}/`)) === true;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-3 text-small">
      <span
        data-tag={tag}
        className="inline-flex min-h-[26px] min-w-0 items-center gap-1 rounded-full bg-(--tag-tint,var(--accent-soft)) ps-2.5 pe-0.5 text-text"
      >
        <bdi className="min-w-0 [overflow-wrap:anywhere]">
          {isBranch && withUnder ? tagsStrings.andUnder(tag) : `#${tag}`}
        </bdi>
        <button
          type="button"
          className="inline-flex size-6 flex-none items-center justify-center rounded-full text-text-2 hover:text-text pointer-coarse:size-11"
          aria-label={timelineStrings.clearTag(tag)}
          onClick={clear}
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      </span>
      {isBranch && (
        <button
          type="button"
          className="min-h-6 rounded-control font-medium text-accent hover:underline pointer-coarse:min-h-11"
          onClick={() => choose(withUnder ? tag : withAllUnder(tag))}
        >
          {withUnder ? tagsStrings.only(tag) : tagsStrings.withUnder(tag)}
        </button>
      )}
    </div>
  );
}
