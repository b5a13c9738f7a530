import { setUi } from "./ui-state.ts";

/** Shows the year that it is, at today. */
export function openYear(): void {
  setUi({ yearAtMs: Date.now() });
}
