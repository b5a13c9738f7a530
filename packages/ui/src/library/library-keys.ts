import type { KeyboardEvent } from "react";
import { type AnyList, leaveFeed, runInAnyList } from "../keyboard/feed-keys.ts";
import { isTyping } from "../keyboard/is-typing.ts";

interface LibraryKeys extends AnyList {
  /** How many files stand beside each other. */
  readonly columns: number;
}

/** The keys of every list, and the arrows from file to file. */
export function libraryKeyHandler(keys: LibraryKeys): (event: KeyboardEvent) => void {
  return (event) => {
    const { target, nativeEvent, altKey, ctrlKey, metaKey, key } = event;
    if (nativeEvent.isComposing || altKey || isTyping(target) || event.defaultPrevented) return;
    const isHandled =
      ctrlKey || metaKey ? leaveFeed(key) : (runInAnyList(key, keys) ?? move(event, keys.columns));
    if (isHandled) event.preventDefault();
  };
}

function move({ key, target, shiftKey }: KeyboardEvent, columns: number): boolean {
  if (shiftKey || !(target instanceof HTMLElement)) return false;
  const at = Number(target.dataset["libraryAt"] ?? Number.NaN);
  if (Number.isNaN(at)) return false;
  const forward = getComputedStyle(target).direction === "rtl" ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    j: 1,
    k: -1,
    ...(columns > 1 && { ArrowRight: forward, ArrowLeft: -forward }),
  };
  const step = steps[key];
  if (step === undefined) return false;
  document.querySelector<HTMLElement>(`[data-library-at="${at + step}"]`)?.focus();
  return true;
}
