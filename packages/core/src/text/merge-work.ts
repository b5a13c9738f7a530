import * as Y from "yjs";
import { newDocument } from "./new-document.ts";
import { addMergeWork } from "./work-done.ts";

/**
 * What merging documents costs, in steps that do not depend on the machine. Yjs finds the place of an
 * inserted piece by walking over what lies between its two neighbours, so pieces that were made
 * without knowing of each other at one spot cost the square of their number: of what people type it is
 * next to nothing, of what is made for it many seconds out of a few kilobytes.
 */

/** Most steps of one merge, the document that is there included: two to five seconds at the worst. */
export const maxMergeSteps = 5_000_000;

/** Most steps to read a document that is at rest, on whatever thread. */
export const maxReadSteps = 1_000_000;

/** A step over a piece takes a tenth of what putting one in its place takes. */
const stepsPerPiece = 10;

/** A merge was given up: it takes more steps than the text of a memo ever needs. */
export class TooMuchWork extends Error {
  constructor() {
    super("merging the text takes too many steps");
  }
}

const left = new WeakMap<Y.Doc, number>();
let walked = 0;

/**
 * A document that gives up once everything that is applied to it with `applyCounted` takes more than
 * `maxSteps`.
 */
export function openCounted(maxSteps: number): Y.Doc {
  const doc = newDocument();
  left.set(doc, maxSteps);
  return doc;
}

/**
 * Applies an update to a document of `openCounted`. Throws `TooMuchWork` when it gives up, which
 * leaves the document unusable; throws other errors for what is no update.
 */
export function applyCounted(doc: Y.Doc, update: Uint8Array): void {
  addMergeWork(update.length);
  Y.applyUpdate(doc, update);
}

/**
 * Whether a document may be read again within `maxSteps` and `maxReadSteps`, as every later edit does.
 * In what order its pieces came says little of that: they are read in the order of their clients.
 */
export function canBeReadAgain(doc: Y.Doc, state: Uint8Array, maxSteps: number): boolean {
  const most = Math.min(maxSteps, maxReadSteps);
  let pieces = 0;
  for (const each of doc.store.clients.values()) pieces += each.length;
  // At the worst each walks over all others, which are in up to three parts for a while.
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
 * Bounds the work of reading several documents for one operation: says false once they have taken
 * `maxReadSteps` together since it was made. Their bytes do not count, since those are bounded.
 */
export function boundReading(): () => boolean {
  const before = walked;
  return () => walked - before <= maxReadSteps;
}

/** The library has no place to ask in between, so its pieces are asked as they find their place. */
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

/** How many pieces lie between the neighbours of one; counts no further than just past `max`. */
function stepsOf(item: Y.Item, doc: Y.Doc, offset: number, max: number): number {
  let next: Y.Item | null;
  if (offset > 0) {
    // Its beginning is there already: the rest stands behind that.
    const known = Y.getItem(doc.store, Y.createID(item.id.client, item.id.clock + offset - 1));
    next = known instanceof Y.Item ? known.right : null;
  } else if (item.left !== null) next = item.left.right;
  else next = item.parent instanceof Y.AbstractType ? item.parent._start : null;
  let steps = 0;
  for (; next !== null && next !== item.right && steps <= max; next = next.right) steps += 1;
  return steps;
}
