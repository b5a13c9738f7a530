import { setUi, useUi } from "../state/ui-state.ts";

const fadeMs = 2000;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Marks a memo as leaving for two seconds, then calls back; or lets it stay after all. */
export function leaveSoon(id: string, isLeaving: boolean, onGone: () => void): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  const others = [...useUi.getState().leavingIds].filter((each) => each !== id);
  setUi({ leavingIds: new Set(isLeaving ? [...others, id] : others) });
  if (!isLeaving) return;
  const leave = (): void => {
    leaveSoon(id, false, onGone);
    onGone();
  };
  timers.set(id, setTimeout(leave, fadeMs));
}
