import { openPart } from "./open-part.ts";

/** Shows the year that it is, at today. */
export function openYear(): void {
  openPart({ yearAtMs: Date.now() });
}
