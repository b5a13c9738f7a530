import type { KeyboardEvent } from "react";
import { type AnyList, leaveFeed, runInAnyList } from "../keyboard/feed-keys.ts";
import { isTyping } from "../keyboard/is-typing.ts";

interface InboxKeys extends AnyList {
  /** In the order of the rows. */
  readonly ids: readonly string[];
  open(id: string): void;
  toggleRead(id: string): void;
  remove(id: string): void;
}

/** The element of a row. */
export function rowElement(id: string): HTMLElement | null {
  return document.getElementById(`news-${id}`);
}

/** The single-key commands of the inbox, which act while the focus is in it. */
export function inboxKeyHandler(keys: InboxKeys): (event: KeyboardEvent) => void {
  return (event) => {
    const { target, nativeEvent, altKey, ctrlKey, metaKey } = event;
    if (nativeEvent.isComposing || altKey || isTyping(target) || !(target instanceof Element)) {
      return;
    }
    const row = target.closest<HTMLElement>("[data-news]");
    const id = row?.dataset["news"];
    if (id === undefined) return;
    const isHandled =
      ctrlKey || metaKey ? leaveFeed(event.key) : runKey(event, keys, id, target === row);
    if (isHandled) event.preventDefault();
  };
}

function runKey(
  { key, shiftKey }: KeyboardEvent,
  keys: InboxKeys,
  id: string,
  isOnRow: boolean,
): boolean {
  const known = runInAnyList(key, keys);
  if (known !== null) return known;
  const at = keys.ids.indexOf(id);
  const go = (to: number): boolean => {
    const next = keys.ids[to];
    if (next !== undefined) rowElement(next)?.focus();
    return true;
  };
  switch (key) {
    case "j":
      return go(at + 1);
    case "k":
      return go(at - 1);
    case "ArrowDown":
    case "PageDown":
      return !shiftKey && go(at + 1);
    case "ArrowUp":
    case "PageUp":
      return !shiftKey && go(at - 1);
    case "Enter":
      // Of a button in the row it is the button's own.
      if (isOnRow) keys.open(id);
      return isOnRow;
    case "u":
      keys.toggleRead(id);
      return true;
    case "Delete":
      keys.remove(id);
      return true;
    default:
      return false;
  }
}
