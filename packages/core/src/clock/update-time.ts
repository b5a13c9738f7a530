import type { MemoRow } from "../model/memo.ts";

/** Latest time that RFC 3339 can represent, in epoch ms. */
export const lastTimeMs = 253_402_300_799_999;
/** Resolution of times in answers: whole seconds (ADR 0035). */
const stepMs = 1000;

/**
 * Returns the updateTime, epoch ms, of a change that a clock dates `atMs`: a second after the memo's own
 * where that clock is behind it, so that a client which polls for newer memos finds the change (C8).
 */
export function nextUpdateMs({ updatedMs }: Pick<MemoRow, "updatedMs">, atMs: number): number {
  return atMs < updatedMs ? Math.min(updatedMs + stepMs, lastTimeMs) : atMs;
}
