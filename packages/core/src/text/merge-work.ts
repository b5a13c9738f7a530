import * as Y from "yjs";
import { newDocument } from "./new-document.ts";
import { addMergeWork } from "./work-done.ts";

/**
 * Cost of merging documents, in steps that don't depend on the machine. Yjs finds the place of an inserted
 * piece by walking over the pieces between its two neighbours. Concurrent insertions at one place therefore
 * cost the square of their number. For typed text that is almost nothing, but a few kilobytes crafted for it
 * take many seconds.
 */

/**
 * Maximum number of steps of one merge, including reading the existing document: two to five seconds in the
 * worst case.
 */
export const maxMergeSteps = 5_000_000;

/** Maximum number of steps to read a stored document, on any thread. */
export const maxReadSteps = 1_000_000;

/** Cost of inserting a piece, in steps. Walking over a piece is one step. */
const stepsPerPiece = 10;

/** Thrown when a merge takes more steps than the text of a memo ever needs. */
export class TooMuchWork extends Error {
  constructor() {
    super("merging the text takes too many steps");
  }
}

const left = new WeakMap<Y.Doc, number>();
let walked = 0;

/**
 * Creates a document that throws `TooMuchWork` once the updates applied with `applyCounted` take more than
 * `maxSteps` in total.
 */
export function openCounted(maxSteps: number): Y.Doc {
  const doc = newDocument();
  left.set(doc, maxSteps);
  return doc;
}

/**
 * Applies an update to a document of `openCounted`. Throws `TooMuchWork` above its limit, which leaves the
 * document unusable. Throws other errors if the bytes aren't an update.
 */
export function applyCounted(doc: Y.Doc, update: Uint8Array): void {
  addMergeWork(update.length);
  Y.applyUpdate(doc, update);
}

/**
 * Returns true if a document can be read again within `maxSteps` and `maxReadSteps`, as every later edit
 * does. The cost of the merge doesn't predict this: reading applies pieces in the order of their clients,
 * which may differ from the order of arrival.
 */
export function canBeReadAgain(doc: Y.Doc, state: Uint8Array, maxSteps: number): boolean {
  const most = Math.min(maxSteps, maxReadSteps);
  let pieces = 0;
  for (const each of doc.store.clients.values()) pieces += each.length;
  // In the worst case each walks over all others, which are temporarily split in up to three parts.
  if (pieces * (stepsPerPiece + 3 * pieces) <= most) return true;
  const again = openCounted(most);
  try {
    applyCounted(again, state);
    return true;
  } catch (error) {
    if (error instanceof TooMuchWork) return false;
    throw error;
  } finally {
    again.destroy();
  }
}

/**
 * Bounds the work of reading several documents for one operation. The returned function returns false once
 * they have taken more than `maxReadSteps` since the call. Their bytes don't count, because those are limited
 * already.
 */
export function boundReading(): () => boolean {
  const before = walked;
  return () => walked - before <= maxReadSteps;
}

/** Counts steps when Yjs integrates a piece, because the library has no hook for it. */
const { integrate } = Y.Item.prototype;
Y.Item.prototype.integrate = function integrateCounted(
  this: Y.Item,
  transaction: Y.Transaction,
  offset: number,
): void {
  const { doc } = transaction;
  const budget = left.get(doc);
  if (budget !== undefined) {
    const steps = stepsPerPiece + stepsOf(this, doc, offset, budget);
    addMergeWork(steps);
    walked += steps;
    if (steps > budget) throw new TooMuchWork();
    left.set(doc, budget - steps);
  }
  integrate.call(this, transaction, offset);
};

/** Returns the number of pieces between a piece's neighbours; stops counting just past `max`. */
function stepsOf(item: Y.Item, doc: Y.Doc, offset: number, max: number): number {
  let next: Y.Item | null;
  if (offset > 0) {
    // The beginning of the piece exists already: the rest follows it.
    const known = Y.getItem(doc.store, Y.createID(item.id.client, item.id.clock + offset - 1));
    next = known instanceof Y.Item ? known.right : null;
  } else if (item.left !== null) next = item.left.right;
  else next = item.parent instanceof Y.AbstractType ? item.parent._start : null;
  let steps = 0;
  for (; next !== null && next !== item.right && steps <= max; next = next.right) steps += 1;
  return steps;
}
