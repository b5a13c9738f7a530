import { Hash } from "lucide-react";
import { useState } from "react";
import { useGoTo, useViewAddress } from "../state/view-address.ts";
import { useTags } from "../data/queries.ts";
import { frameStrings } from "./strings.ts";

const filterBoxFrom = 20;

/** Every tag with how many memos carry it; choosing one narrows the timeline to it. */
export function TagList({ onChosen }: { onChosen(): void }) {
  const tags = useTags().data ?? [];
  const [filter, setFilter] = useState("");
  const goTo = useGoTo();
  const { tag: shownTag } = useViewAddress();
  const wanted = filter.trim().replace(/^#/, "").toLocaleLowerCase();
  const shown =
    tags.length > filterBoxFrom && wanted !== ""
      ? tags.filter(({ tag }) => tag.toLocaleLowerCase().includes(wanted))
      : tags;
  return (
    <section className="mt-4 flex min-h-0 grow flex-col">
      <h2
        id="tags-heading"
        className="flex h-7 flex-none items-center px-2.5 text-meta font-semibold text-text-3"
      >
        {frameStrings.tags}
      </h2>
      {tags.length > filterBoxFrom && (
        <div className="mb-1 flex-none px-1">
          <input
            type="text"
            className="field h-8! bg-canvas"
            aria-label={frameStrings.filterTags}
            placeholder={frameStrings.filterTags}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <p className="px-2.5 text-small text-text-3">
          {tags.length === 0 ? frameStrings.noTags : frameStrings.noTagMatches}
        </p>
      ) : (
        <ul aria-labelledby="tags-heading" className="-mx-1 min-h-0 grow overflow-y-auto p-1">
          {shown.map(({ tag, count }) => (
            <li key={tag}>
              <button
                type="button"
                aria-description={frameStrings.memoCount(count)}
                aria-pressed={tag === shownTag}
                className="flex h-8 w-full items-center gap-2.5 rounded-control px-2.5 text-start text-text-2 hover:bg-[color-mix(in_srgb,var(--text)_5%,transparent)] hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:h-10"
                onClick={() => {
                  goTo(tag === shownTag ? { view: "timeline" } : { view: "timeline", tag });
                  onChosen();
                }}
              >
                <Hash size={16} strokeWidth={1.75} aria-hidden className="flex-none text-text-3" />
                <span className="truncate">{tag}</span>
                <span
                  aria-hidden
                  className="ms-auto text-small font-normal text-text-3 tabular-nums"
                >
                  {count}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
