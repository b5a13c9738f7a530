import type { KeyboardEvent } from "react";
import { type AnyList, isListKey, listRuns } from "../keyboard/list-keys.ts";
import { pressIn, type Runs } from "../commands/press.ts";

interface InboxKeys extends AnyList {
  /** Ids in the order of the rows. */
  readonly ids: readonly string[];
  open(id: string): void;
  toggleRead(id: string): void;
  remove(id: string): void;
}

/** Returns the element of a row. */
export function rowElement(id: string): HTMLElement | null {
  return document.getElementById(`news-${id}`);
}

/** Returns the key handler of the inbox, active while the focus is in it. */
export function inboxKeyHandler(keys: InboxKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isListKey(event) || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>("[data-news]");
    const id = row?.dataset["news"];
    if (id === undefined) return;
    const runs = { ...listRuns(keys), ...inboxRuns(keys, id, event.target === row) };
    if (pressIn(["everyList", "inInbox"], event, runs)) event.preventDefault();
  };
}

function inboxRuns(keys: InboxKeys, id: string, isOnRow: boolean): Runs<"inInbox"> {
  const go = (step: 1 | -1): void => {
    const next = keys.ids[keys.ids.indexOf(id) + step];
    if (next !== undefined) rowElement(next)?.focus();
  };
  return {
    nextNews: () => go(1),
    previousNews: () => go(-1),
    // Enter on a button presses the button.
    openNews: () => isOnRow && keys.open(id),
    markNews: () => keys.toggleRead(id),
    removeNews: () => keys.remove(id),
  };
}
