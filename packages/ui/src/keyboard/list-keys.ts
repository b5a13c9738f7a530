import { useFeedback } from "../feedback/feedback.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { openPart } from "../focus/open-part.ts";
import { focusSearch } from "../focus/focus-search.ts";
import { openInbox } from "../state/inbox-address.ts";
import { openLibrary } from "../state/library-address.ts";
import { openYear } from "../focus/open-year.ts";
import type { ViewAddress, ViewName } from "../state/view-address.ts";
import { isTyping } from "./is-typing.ts";
import type { Runs } from "../commands/press.ts";
import type { KeyPress } from "../keys/pressed-keys.ts";

/** Functions of a screen that the commands of every list use. */
export interface AnyList {
  goTo(address: ViewAddress): void;
  openRandom(): void;
}

/** Returns the commands that are the same in every list. */
export function listRuns({ goTo, openRandom }: AnyList): Runs<"everyList"> {
  const to = (view: ViewName) => () => goTo({ view });
  return {
    undo: () => useFeedback.getState().undo(),
    search: () => void focusSearch(),
    toTimeline: to("timeline"),
    toTasks: to("tasks"),
    toLibrary: () => openLibrary(),
    toExplore: to("explore"),
    toInbox: () => openInbox(),
    toArchive: to("archive"),
    toTrash: to("trash"),
    toDate: () => openPart({ isGoToDateOpen: true }),
    year: openYear,
    random: openRandom,
    leave(at) {
      if (at === 0) void (focusComposer() || focusSearch());
      else document.querySelector<HTMLElement>("[data-after-feed]")?.focus();
    },
    sheet: () => openPart({ isShortcutSheetOpen: true }),
  };
}

/** Returns true if a key may be a command of a list: the user isn't typing, and no menu is open. */
export function isListKey(press: KeyPress): boolean {
  return !isTyping(press.target);
}
