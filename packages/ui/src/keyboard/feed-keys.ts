import type { MemoView } from "@tidemark/core/router";
import type { KeyboardEvent } from "react";
import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { typeIntoPopup, typeIntoText } from "../focus/open-part.ts";
import { isChosen } from "../focus/chosen.ts";
import { focusMemo } from "../focus/focus-memo.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import {
  askOfSelection,
  type BulkCommand,
  type SelectionPart,
  extendSelected,
  selectAll,
  toggleSelected,
  useSelection,
} from "../state/selection.ts";
import { toggleWhole } from "../state/toggle-whole.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import type { TimelineRow } from "../timeline/list/rows.ts";
import { type AnyList, isListKey, listRuns } from "./list-keys.ts";
import { keysOf } from "../commands/commands.ts";
import { memoRuns } from "./memo-commands.ts";
import { pressIn, type Run, type Runs } from "../commands/press.ts";

/** Part of a memo's menu that can be opened directly. */
export type MenuPart = "visibility" | "reactions";

interface Feed extends AnyList {
  readonly memoIds: readonly string[];
  readonly rows: readonly TimelineRow[];
  readonly actions: MemoActions;
  openMemo(id: string): void;
  openMenu(memo: MemoView, anchor: HTMLElement, part: MenuPart): void;
}

/** Keys that a focused button or checkbox handles itself. */
const keysOfControls = /^(?:Enter|Arrow.*|Page.*)$/;

/**
 * Returns the key handler of a list of memos. It acts while the focus is inside and the user isn't typing.
 */
export function feedKeyHandler(feed: Feed): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isListKey(event)) return;
    const article = event.target instanceof Element ? event.target.closest("article") : null;
    if (article === null) return;
    const id = article.dataset["memo"] ?? "";
    // Keys typed while the editor loads are text, not commands.
    if (id === useUi.getState().editingId) return;
    if (event.target !== article && keysOfControls.test(event.key)) return;
    const runs = { ...listRuns(feed), ...feedRuns(feed, id) };
    if (pressIn(["everyList", "inList"], event, runs)) event.preventDefault();
  };
}

const none: Run = () => true;

/** Commands that don't run on a memo that came into the place of another. */
const noChanges = {
  ...{ edit: none, tags: none, visibility: none, pin: none, archive: none, trash: none },
  ...{ comment: none, react: none, linkMemo: none, share: none, select: none, extend: none },
} satisfies Partial<Runs<"inList">>;

function feedRuns(feed: Feed, id: string): Runs<"inList"> {
  const { memoIds } = feed;
  const isSelecting = useSelection.getState().ids.size > 0;
  const move = (step: 1 | -1): void => {
    const next = memoIds[memoIds.indexOf(id) + step];
    if (next !== undefined) focusMemo(next);
  };
  return {
    next: () => move(1),
    previous: () => move(-1),
    beside: (at) => moveBeside(id, at === 1),
    open: () => feed.openMemo(id),
    whole: () => toggleWhole(id),
    select: () => toggleSelected(id),
    extend(at) {
      const next = memoIds[memoIds.indexOf(id) + (at === 0 ? 1 : -1)];
      extendSelected(memoIds, id, next ?? id);
      if (next !== undefined) focusMemo(next);
    },
    // Without a selection the browser handles it.
    selectAll: () => isSelecting && selectAll(memoIds),
    ...runsOnFocused(feed, id),
    ...(isChosen(id) || isSelecting ? {} : noChanges),
    ...(isSelecting ? runsOnSelected : { unselect: () => false }),
  };
}

/** Commands that act on the selection in place of the focused memo. */
const runsOnSelected: Readonly<Record<BulkCommand, Run>> = {
  tags: () => openOfSelection("tags"),
  visibility: () => openOfSelection("visibility"),
  pin: () => runOnSelection("pin"),
  archive: () => runOnSelection("archive"),
  trash: () => runOnSelection("trash"),
  unselect: () => askOfSelection("unselect"),
};

/** Runs a command on the selection of this moment: keys wait while the bar, which runs it, is being loaded. */
function runOnSelection(command: BulkCommand): void {
  askOfSelection(command);
  if (document.querySelector(".select-bar") !== null) return;
  const isRun = (): boolean => useSelection.getState().asked !== command;
  focusWhenShown(isRun, { isGivenUp: () => useSelection.getState().ids.size === 0 });
}

function openOfSelection(part: SelectionPart): void {
  askOfSelection(part);
  const isWanted = (): boolean => {
    const { asked, part: opened } = useSelection.getState();
    return asked === part || opened === part;
  };
  typeIntoPopup({ isWanted });
}

function runsOnFocused(feed: Feed, id: string): ReturnType<typeof memoRuns> {
  const row = feed.rows.find((each) => each.kind === "memo" && each.key === id);
  const memo = row?.kind === "memo" ? row.memo : null;
  /** Opens the memo's page at one of its parts. */
  const reach = (command: "comment" | "linkMemo") => (): void => {
    setUi({ reachOnOpen: keysOf.onPage[command][0] });
    feed.openMemo(id);
    typeIntoText(".memo-page", () => useUi.getState().reachOnOpen !== null);
  };
  const openMenu =
    (part: MenuPart) =>
    (shown: MemoView): void => {
      const article = document.getElementById(`memo-${id}`);
      const button = article?.querySelector<HTMLElement>("[aria-haspopup=menu]");
      if (article === null) return;
      feed.openMenu(shown, button ?? article, part);
      typeIntoPopup({ isWanted: () => article.isConnected });
    };
  return memoRuns(memo, feed.actions, {
    comment: reach("comment"),
    linkMemo: reach("linkMemo"),
    react: openMenu("reactions"),
    visibility: openMenu("visibility"),
  });
}

/** In columns, moves to the memo at the left or right in the row; returns false if there is none. */
function moveBeside(id: string, isRight: boolean): boolean {
  const article = document.getElementById(`memo-${id}`);
  if (article === null) return false;
  const isForward = isRight === (getComputedStyle(article).direction === "ltr");
  const next = isForward ? article.nextElementSibling : article.previousElementSibling;
  if (!(next instanceof HTMLElement) || next.dataset["memo"] === undefined) return false;
  focusMemo(next.dataset["memo"]);
  return true;
}
