import { useEffect, useMemo } from "react";
import { findAppError } from "../../data/client.tsx";
import { useCounts, useProfile } from "../../data/queries.ts";
import { focusComposer } from "../../focus/focus-composer.ts";
import { useFocusReturn } from "../../focus/use-focus-return.ts";
import { useLanguage } from "../../language/language.ts";
import { useSearchResults } from "../../search/use-search-results.ts";
import { useListLayout } from "../../state/list-layout.ts";
import { usePhone } from "../../state/use-phone.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { useColumns } from "../../state/use-columns.ts";
import { useHeld } from "../../state/use-held.ts";
import {
  listedBy,
  scopeOf,
  useGoTo,
  useViewAddress,
  type ViewName,
} from "../../state/view-address.ts";
import { useHidesAgain } from "../../tags/blur.ts";
import { useFocusNeighbour } from "../list/use-focus-neighbour.ts";
import { useListSelection } from "../list/use-list-selection.ts";
import { useTimelineRows } from "../list/use-timeline-rows.ts";
import { timelineStrings } from "../strings.ts";
import { useScreenTitle } from "./use-screen-title.ts";

export type MemoScreenModel = ReturnType<typeof useMemoScreen>;

/** Loads the list for the current address, and returns the state of the screen. */
export function useMemoScreen(view: ViewName) {
  const language = useLanguage();
  const address = useViewAddress();
  const { q = "", tag, saved, author } = address;
  const isSearch = q.trim() !== "";
  const title = useScreenTitle(address);
  const listed = listedBy(address);
  const timeline = useTimelineRows({ ...listed, view });
  const results = useSearchResults(q, timeline);
  const isFirstRun = useIsFirstRun();
  const layout = useLayout(isSearch);
  useEffect(() => {
    document.title = timelineStrings.pageTitle(title);
  }, [title, language]);
  useHidesAgain("list", `${view} ${saved} ${author} ${tag} ${q}`);
  useEffect(() => setUi({ editingId: null }), [view]);
  useFocusNeighbour(timeline.memoIds);
  useFocusReturn();
  const isSelecting = useListSelection(address, timeline);
  // On a phone it would open the keyboard over everything else.
  const isInvited = usePhone() === null && isFirstRun;
  useEffect(() => {
    if (isInvited && document.activeElement === document.body) focusComposer();
  }, [isInvited]);
  /** Address of the list without tag and search; keeps the person. */
  const home = useMemo(() => ({ view, ...(author !== undefined && { author }) }), [view, author]);
  return {
    view,
    address,
    scope: scopeOf(address),
    home,
    goTo: useGoTo(),
    title,
    listed,
    timeline,
    results,
    ...layout,
    isSearch,
    isSelecting,
    /** True if the saved view was deleted, here or on another device. */
    isGone: saved !== undefined && findAppError(timeline.error)?.code === "NOT_FOUND",
    isFirstRun,
    /** True if the list is an unfiltered view, to which new memos are added. */
    isWholeView: !isSearch && saved === undefined,
  };
}

/** Returns the layout, which doesn't change while a memo is being edited: the editor would be remounted. */
function useLayout(isSearch: boolean) {
  const density = useListLayout((state) => state.density);
  const isEditing = useUi((state) => state.editingId !== null);
  const mostColumns = useColumns();
  const columns = useHeld(isSearch ? 1 : mostColumns, isEditing);
  const layout = useHeld(`${density} ${columns} ${isSearch}`, isEditing);
  return { density, columns, layout };
}

/**
 * Returns true if the profile has no memos and no server; false until that is known, and in browsers, which connect to the
 * server of their page.
 */
function useIsFirstRun(): boolean {
  const counts = useCounts().data;
  const profile = useProfile().data;
  if (counts === undefined || profile === undefined) return false;
  const isAlone = profile.serverUrl === null && !profile.lacks.includes("servers");
  return isAlone && counts.normal + counts.archived + counts.trashed === 0;
}
