import type { InfiniteData } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { hasWords } from "../settings/match-words.ts";
import { Loaded } from "./loaded.tsx";
import { MoreButton } from "./more-button.tsx";

/** Props of a section that can be searched. */
export interface Searched {
  /** Input of the search field; blank shows everything. */
  readonly typed: string;
}

interface FoundListProps<Page, Item> extends Searched {
  readonly pages: ComponentProps<typeof MoreButton>["pages"] &
    ComponentProps<typeof Loaded<InfiniteData<Page>>>["query"];
  itemsOf(page: Page): readonly Item[];
  /** Returns the texts that are searched. */
  wordsOf(item: Item): readonly string[];
  readonly title: string;
  /** Shown in place of an empty list. */
  readonly none: string;
  readonly children: (item: Item) => ReactNode;
}

/** List of the server with a title. A search loads all its pages. */
export function FoundList<Page, Item>(props: FoundListProps<Page, Item>) {
  const { pages, itemsOf, wordsOf, typed, title, none, children } = props;
  const isSearching = typed.trim() !== "";
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const needsMore = isSearching && hasNextPage && !isFetchingNextPage && pages.error === null;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  return (
    <Loaded query={pages}>
      {(data: InfiniteData<Page>) => {
        const found = data.pages.flatMap(itemsOf).filter((item) => hasWords(wordsOf(item), typed));
        return (
          <div className="setting-block">
            <h3>{title}</h3>
            {found.length === 0 ? (
              <p role="status" className="setting-help py-3">
                {none}
              </p>
            ) : (
              <ul aria-label={title} className="kept-there">
                {found.map(children)}
              </ul>
            )}
            <MoreButton pages={pages} />
          </div>
        );
      }}
    </Loaded>
  );
}
