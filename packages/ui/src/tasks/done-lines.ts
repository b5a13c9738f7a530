import { create } from "zustand";
import { holdLeaving, leaveMs, letLeave } from "../memo/leave-soon.ts";

interface DoneLines {
  /** Tasks that were done here just now, by key: they are still listed. */
  readonly keys: ReadonlySet<string>;
}

export const useDoneLines = create<DoneLines>(() => ({ keys: new Set() }));

/** Those whose time is over. */
const due = new Set<string>();
let isPointedAt = false;

/** Keeps a task that was just done where it is, for two seconds and while one points at the list. */
export function keepDone(key: string): void {
  due.delete(key);
  useDoneLines.setState(({ keys }) => ({ keys: new Set([...keys, key]) }));
  setTimeout(() => {
    due.add(key);
    letGo();
  }, leaveMs);
}

/** While one points at the list nothing leaves it: nothing moves under the pointer. */
export function pointAtTasks(isThere: boolean): void {
  isPointedAt = isThere;
  letGo();
}

/** Has everything leave whose time is over, but for what is pointed at or has the focus by keys. */
export function letGo(): void {
  const going = new Set([...due].filter((key) => !isHeld(key)));
  if (going.size > 0) {
    for (const key of going) due.delete(key);
    useDoneLines.setState(({ keys }) => ({
      keys: new Set([...keys].filter((key) => !going.has(key))),
    }));
  }
  letLeave();
}

/** From the time that the list is shown; gives what ends it. */
export function watchDone(): () => void {
  holdLeaving((id) => isPointedAt || focusedKey()?.startsWith(`${id}/`) === true);
  return () => {
    isPointedAt = false;
    due.clear();
    useDoneLines.setState({ keys: new Set() });
    holdLeaving(() => false);
    letLeave();
  };
}

function isHeld(key: string): boolean {
  return isPointedAt || focusedKey() === key;
}

/** The task that whoever works by keys is at. */
function focusedKey(): string | undefined {
  const focused = document.activeElement;
  if (focused === null || !focused.matches(":focus-visible")) return undefined;
  return focused.closest<HTMLElement>("[data-task-key]")?.dataset["taskKey"];
}
