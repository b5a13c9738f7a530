import { setImmediate } from "node:timers/promises";
import type { ImportItem, ImportSource } from "../model.ts";

/** So many items are read before others have their turn. */
const atOnce = 20;

/**
 * Reads a source with breaks: some sources are read without ever waiting, and a signal that the process
 * gets is heard between two turns of the event loop only. Throws once `signal` is aborted.
 */
export async function* inTurns(
  source: ImportSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  let read = 0;
  for await (const item of source.items(signal)) {
    if (read % atOnce === 0) await setImmediate();
    signal?.throwIfAborted();
    read += 1;
    yield item;
  }
}
