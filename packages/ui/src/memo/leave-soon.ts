import { setUi, useUi } from "../state/ui-state.ts";

/** How long one sees what one has just done, in milliseconds. */
export const leaveMs = 2000;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Memos whose time is over and that somebody holds. */
const held = new Map<string, () => void>();
let holds: (id: string) => boolean = () => false;

/** Marks a memo as leaving for two seconds, then calls back; or lets it stay after all. */
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

/** What a screen says of the memos that are pointed at: they wait until it lets them go. */
export function holdLeaving(isHeld: (id: string) => boolean): void {
  holds = isHeld;
}

/** Has every memo leave whose time is over and that nobody holds any more. */
export function letLeave(): void {
  for (const leave of [...held.values()]) leave();
}
