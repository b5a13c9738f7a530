import { openPart } from "./open-part.ts";

/** Opens the current year, at today. */
export function openYear(): void {
  openPart({ yearAtMs: Date.now() });
}
