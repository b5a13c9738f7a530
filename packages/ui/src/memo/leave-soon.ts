import { setUi, useUi } from "../state/ui-state.ts";

/** Time in milliseconds for which a completed task stays in the list. */
export const leaveMs = 2000;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Memos whose time is over but that the screen holds, with their callbacks. */
const held = new Map<string, () => void>();
let holds: (id: string) => boolean = () => false;

/** Marks a memo as leaving for two seconds, then calls `onGone`; or, with `isLeaving` false, cancels that. */
export function leaveSoon(id: string, isLeaving: boolean, onGone: () => void): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  held.delete(id);
  const others = [...useUi.getState().leavingIds].filter((each) => each !== id);
  setUi({ leavingIds: new Set(isLeaving ? [...others, id] : others) });
  if (!isLeaving) return;
  const leave = (): void => {
    if (holds(id)) {
      held.set(id, leave);
      return;
    }
    leaveSoon(id, false, onGone);
    onGone();
  };
  timers.set(id, setTimeout(leave, leaveMs));
}

/** Sets the predicate that holds memos, such as those under the pointer, until `letLeave` runs. */
export function holdLeaving(isHeld: (id: string) => boolean): void {
  holds = isHeld;
}

/** Removes every memo whose time is over and that is no longer held. */
export function letLeave(): void {
  for (const leave of [...held.values()]) leave();
}
