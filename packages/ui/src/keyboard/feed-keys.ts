import type { MemoView } from "@tidemark/core/router";
import type { KeyboardEvent } from "react";
import { toggleWhole } from "../state/toggle-whole.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import type { ViewAddress, ViewName } from "../state/view-address.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { focusSearch } from "../focus/focus-search.ts";
import { focusMemo } from "../focus/focus-memo.ts";
import { beginEdit } from "../memo/begin-edit.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import type { TimelineRow } from "../timeline/list/rows.ts";
import { startChord, takeChord } from "./chord.ts";
import { isTyping } from "./is-typing.ts";

interface Feed {
  readonly view: ViewName;
  readonly memoIds: readonly string[];
  readonly rows: readonly TimelineRow[];
  readonly actions: MemoActions;
  goTo(address: ViewAddress): void;
  openMemo(id: string): void;
}

/** The single-key commands, which act only while the focus is inside the feed and nobody types. */
export function feedKeyHandler(feed: Feed): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.nativeEvent.isComposing || event.altKey || isTyping(event.target)) return;
    const article = event.target instanceof Element ? event.target.closest("article") : null;
    if (article === null) return;
    // The editor is on its way: what is typed meanwhile is text, and no command.
    if (article.dataset["memo"] === useUi.getState().editingId) return;
    // Enter, space and arrows belong to the button or box that has the focus.
    const isOnArticle = event.target === article;
    const isHandled =
      event.ctrlKey || event.metaKey
        ? leaveFeed(event.key)
        : runKey(event, feed, article.dataset["memo"] ?? "", isOnArticle);
    if (isHandled) event.preventDefault();
  };
}

/** Before a list and behind it, with Ctrl. */
export function leaveFeed(key: string): boolean {
  if (key === "Home") return focusComposer() || (focusSearch(), true);
  if (key === "End") {
    document.querySelector<HTMLElement>("[data-after-feed]")?.focus();
    return true;
  }
  return false;
}

const chordTargets: Readonly<Record<string, ViewName>> = {
  t: "timeline",
  a: "archive",
  x: "trash",
  k: "tasks",
};

/** The keys that are the same in every list; null for any other. */
export function runInAnyList(key: string, goTo: (address: ViewAddress) => void): boolean | null {
  if (takeChord("g")) {
    if (key === "d") {
      setUi({ isGoToDateOpen: true });
      return true;
    }
    const view = chordTargets[key];
    if (view === undefined) return false;
    goTo({ view });
    return true;
  }
  switch (key) {
    case "/":
      focusSearch();
      return true;
    case "?":
      setUi({ isShortcutSheetOpen: true });
      return true;
    case "z":
      useFeedback.getState().undo();
      return true;
    case "g":
      startChord("g");
      return true;
    default:
      return null;
  }
}

function runKey(
  { key, shiftKey }: KeyboardEvent,
  feed: Feed,
  id: string,
  isOnArticle: boolean,
): boolean {
  const known = runInAnyList(key, feed.goTo);
  if (known !== null) return known;
  switch (key) {
    case "j":
      return move(feed, id, 1);
    case "k":
      return move(feed, id, -1);
    case "ArrowDown":
    case "PageDown":
      return isOnArticle && !shiftKey && move(feed, id, 1);
    case "ArrowUp":
    case "PageUp":
      return isOnArticle && !shiftKey && move(feed, id, -1);
    case "ArrowLeft":
    case "ArrowRight":
      return isOnArticle && !shiftKey && moveBeside(id, key === "ArrowRight");
    case "Enter":
      if (isOnArticle) feed.openMemo(id);
      return isOnArticle;
    case "e":
      return edit(feed, id);
    case "o":
      toggleWhole(id);
      return true;
    default:
      return act(key, feed, id);
  }
}

function move({ memoIds }: Feed, id: string, step: 1 | -1): boolean {
  const next = memoIds[memoIds.indexOf(id) + step];
  if (next !== undefined) focusMemo(next);
  return true;
}

/** In columns, to the memo at its left or right in the row. */
function moveBeside(id: string, isRight: boolean): boolean {
  const article = document.getElementById(`memo-${id}`);
  if (article === null) return false;
  const isForward = isRight === (getComputedStyle(article).direction === "ltr");
  const next = isForward ? article.nextElementSibling : article.previousElementSibling;
  if (!(next instanceof HTMLElement) || next.dataset["memo"] === undefined) return false;
  focusMemo(next.dataset["memo"]);
  return true;
}

function edit({ view, rows }: Feed, id: string): boolean {
  const isOwn = (findMemo(rows, id)?.author ?? null) === null;
  if (view !== "trash" && isOwn) beginEdit(id);
  return true;
}

function findMemo(rows: readonly TimelineRow[], id: string): MemoView | null {
  const row = rows.find((each) => each.kind === "memo" && each.key === id);
  return row?.kind === "memo" ? row.memo : null;
}

function act(key: string, { rows, actions }: Feed, id: string): boolean {
  const memo = findMemo(rows, id);
  if (memo === null || memo.author !== null) return false;
  const { pinned, state, deletedMs } = memo;
  if (deletedMs !== null) {
    if (key !== "Delete") return false;
    actions.purge(id);
    return true;
  }
  if (key === "p") actions.setPinned(id, !pinned);
  else if (key === "a") actions.setArchived(id, state === "NORMAL");
  else if (key === "s") setUi({ sharingId: id });
  else if (key === "t") setUi({ taggingId: id });
  else if (key === "Delete") actions.trash(id);
  else return false;
  return true;
}
