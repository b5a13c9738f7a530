import type { MemoView } from "@tidemark/core/router";
import type { KeyboardEvent } from "react";
import { toggleWhole } from "../state/toggle-whole.ts";
import { openInbox } from "../state/inbox-address.ts";
import { openLibrary } from "../state/library-address.ts";
import { openYear } from "../state/open-year.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { isCommandKey } from "../state/single-keys.ts";
import { memoAddress, type ViewAddress, type ViewName } from "../state/view-address.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { focusSearch } from "../focus/focus-search.ts";
import { focusMemo } from "../focus/focus-memo.ts";
import { beginEdit } from "../memo/begin-edit.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import type { TimelineRow } from "../timeline/list/rows.ts";
import { startChord, takeChord } from "./chord.ts";
import { isTyping } from "./is-typing.ts";
import { runSelectKey, selectAllKey } from "./select-keys.ts";

/** A part of a memo's menu that opens by itself. */
export type MenuPart = "visibility" | "reactions";

/** What keys do that are the same in every list. */
export interface AnyList {
  goTo(address: ViewAddress): void;
  openRandom(): void;
}

interface Feed extends AnyList {
  readonly memoIds: readonly string[];
  readonly rows: readonly TimelineRow[];
  readonly actions: MemoActions;
  openMemo(id: string): void;
  openMenu(memo: MemoView, anchor: HTMLElement, part: MenuPart): void;
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
        ? leaveFeed(event.key) || selectAllKey(event.key, feed.memoIds)
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
  e: "explore",
};

/** The keys that are the same in every list; null for any other. */
export function runInAnyList(key: string, feed: AnyList): boolean | null {
  if (!isCommandKey(key)) return false;
  if (takeChord("g")) {
    if (key === "d") {
      setUi({ isGoToDateOpen: true });
      return true;
    }
    if (key === "y") {
      openYear();
      return true;
    }
    if (key === "l") {
      openLibrary();
      return true;
    }
    if (key === "i") {
      openInbox();
      return true;
    }
    const view = chordTargets[key];
    if (view === undefined) return false;
    feed.goTo({ view });
    return true;
  }
  switch (key) {
    case "/":
      focusSearch();
      return true;
    case "R":
      feed.openRandom();
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

function runKey(event: KeyboardEvent, feed: Feed, id: string, isOnArticle: boolean): boolean {
  const { key, shiftKey } = event;
  const known = runInAnyList(key, feed);
  if (known !== null) return known;
  if (runSelectKey(event, feed.memoIds, id, isOnArticle)) return true;
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

function edit({ rows }: Feed, id: string): boolean {
  const memo = findMemo(rows, id);
  if (memo?.author === null && memo.deletedMs === null) beginEdit(id);
  return true;
}

function findMemo(rows: readonly TimelineRow[], id: string): MemoView | null {
  const row = rows.find((each) => each.kind === "memo" && each.key === id);
  return row?.kind === "memo" ? row.memo : null;
}

function act(key: string, feed: Feed, id: string): boolean {
  const { rows, actions } = feed;
  const memo = findMemo(rows, id);
  if (memo === null) return false;
  if (actOnAny(key, feed, memo)) return true;
  if (memo.author !== null) return false;
  const { pinned, state, deletedMs } = memo;
  // A comment lies on its memo: it has no place of its own.
  if (memo.parent !== null && (key === "p" || key === "a" || key === "s")) return false;
  if (deletedMs !== null) {
    if (key !== "Delete") return false;
    actions.purge(id);
    return true;
  }
  if (key === "v") return memo.parent === null && openPart(feed, memo, "visibility");
  if (key === "l") reach(feed, id, key);
  else if (key === "p") actions.setPinned(id, !pinned);
  else if (key === "a") actions.setArchived(id, state === "NORMAL");
  else if (key === "s") setUi({ sharingId: id });
  else if (key === "t") setUi({ taggingId: id });
  else if (key === "Delete") actions.trash(id);
  else return false;
  return true;
}

/** What can be done with others' memos too. */
function actOnAny(key: string, feed: Feed, memo: MemoView): boolean {
  switch (key) {
    case "y":
      feed.actions.copy(memoAddress(memo.id));
      return true;
    case "Y":
      feed.actions.copy(memo.content);
      return true;
    case "c":
      return memo.deletedMs === null && reach(feed, memo.id, key);
    case "r":
      return memo.deletedMs === null && openPart(feed, memo, "reactions");
    default:
      return false;
  }
}

/** Goes to a part of the memo's page. */
function reach({ openMemo }: Feed, id: string, key: string): boolean {
  setUi({ reachOnOpen: key });
  openMemo(id);
  return true;
}

function openPart({ openMenu }: Feed, memo: MemoView, part: MenuPart): boolean {
  const article = document.getElementById(`memo-${memo.id}`);
  const button = article?.querySelector<HTMLElement>("[aria-haspopup=menu]");
  if (article !== null) openMenu(memo, button ?? article, part);
  return true;
}
