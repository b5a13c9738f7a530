import { create } from "zustand";
import { holdLeaving, leaveMs, letLeave } from "../memo/leave-soon.ts";

interface DoneLines {
  /** Keys of tasks completed just now, which are still listed. */
  readonly keys: ReadonlySet<string>;
}

export const useDoneLines = create<DoneLines>(() => ({ keys: new Set() }));

/** Tasks whose time is over. */
const due = new Set<string>();
let isPointedAt = false;

/** Keeps a completed task in the list for two seconds, and while the pointer is on the list. */
export function keepDone(key: string): void {
  due.delete(key);
  useDoneLines.setState(({ keys }) => ({ keys: new Set([...keys, key]) }));
  setTimeout(() => {
    due.add(key);
    letGo();
  }, leaveMs);
}

/**
 * Reports whether the pointer is on the list. Nothing leaves meanwhile, so nothing moves under the pointer.
 */
export function pointAtTasks(isThere: boolean): void {
  isPointedAt = isThere;
  letGo();
}

/** Removes everything whose time is over, unless it is under the pointer or has keyboard focus. */
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

/** Tracks completed tasks while the list is mounted. Returns the cleanup function. */
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

/** Returns the key of the task with keyboard focus. */
function focusedKey(): string | undefined {
  const focused = document.activeElement;
  if (focused === null || !focused.matches(":focus-visible")) return undefined;
  return focused.closest<HTMLElement>("[data-task-key]")?.dataset["taskKey"];
}
