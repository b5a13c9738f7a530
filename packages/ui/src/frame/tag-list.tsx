import { useState } from "react";
import { useGoTo, useViewAddress } from "../state/view-address.ts";
import { useTags } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { frameStrings } from "./strings.ts";

const filterBoxFrom = 20;

/** Every tag with how many memos carry it; choosing one narrows the timeline to it. */
export function TagList({ onChosen }: { onChosen(): void }) {
  useLanguage();
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
    <section className="mt-3.5 flex min-h-0 grow flex-col">
      <h2
        id="tags-heading"
        className="flex h-7 flex-none items-center px-2.5 text-meta font-semibold text-text-3"
      >
        {frameStrings.tags}
      </h2>
      {tags.length > filterBoxFrom && (
        <div className="mb-1 flex-none px-0.5">
          <input
            type="text"
            className="field h-7! border-rule! bg-transparent! px-2! text-small"
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
        <ul aria-labelledby="tags-heading" className="tag-scroll min-h-0 grow overflow-y-auto pb-3">
          {shown.map(({ tag, count }) => (
            <li key={tag}>
              <button
                type="button"
                aria-description={frameStrings.memoCount(count)}
                aria-pressed={tag === shownTag}
                className="sidebar-row sidebar-tag sidebar-mark"
                onClick={() => {
                  goTo(tag === shownTag ? { view: "timeline" } : { view: "timeline", tag });
                  onChosen();
                }}
              >
                <span aria-hidden className="flex-none text-text-3">
                  #
                </span>
                <span className="truncate">{tag}</span>
                <span aria-hidden className="sidebar-count">
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
