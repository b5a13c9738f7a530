import { nextTurn } from "../bytes/next-turn.ts";
import type { ImportItem, ImportSource } from "../model.ts";

/** Number of items to read before yielding to the event loop. */
const atOnce = 20;

/**
 * Reads a source, yielding to the event loop regularly. Some sources never wait for I/O, and Node delivers
 * process signals only between turns of the event loop. Throws once `signal` is aborted.
 */
export async function* inTurns(
  source: ImportSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  let read = 0;
  for await (const item of source.items(signal)) {
    if (read % atOnce === 0) await nextTurn();
    signal?.throwIfAborted();
    read += 1;
    yield item;
  }
}
