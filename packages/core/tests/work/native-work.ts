import { countSearch } from "./regex-steps.ts";

/** Counter for the steps of instrumented modules and native functions. */
export interface Work {
  steps: number;
  /** Maximum number of steps. */
  max: number;
  /** Throws because the maximum is exceeded. */
  stop(): never;
  /** Returns a list or an object that is about to be copied by `...`, `new Map` or `new Set`. */
  spread<Copied>(list: Copied): Copied;
}

type List = string | { readonly length: number };
/** Approximate number of characters or elements that a call visits. */
type Cost = (self: List, result: unknown, given: readonly unknown[]) => number;

const { indexOf: textIndexOf } = String.prototype;
const { indexOf: listIndexOf } = Array.prototype;
const { exec } = RegExp.prototype;
const { keys } = Object;

const lengthOf = (value: unknown): number =>
  typeof value === "string" || Array.isArray(value) ? value.length : 0;
const whole: Cost = (self) => self.length;
const made: Cost = (_self, result) => lengthOf(result);
const given: Cost = (_self, _result, [first]) => lengthOf(first);
const wholeAndMade: Cost = (self, result) => self.length + lengthOf(result);
const removed: Cost = (self, result) => self.length - lengthOf(result);
const behind: Cost = (self, _result, [start]) => self.length - Number(start);
const untilFound: Cost = (self, result, [, from]) =>
  (result === -1 ? self.length : Number(result)) - Number(from ?? 0);
const backUntilFound: Cost = (self, result, [, from]) =>
  Math.min(self.length, Number(from ?? self.length)) - Number(result);
const untilIncluded: Cost = (self, result, [wanted, from]) => {
  const start = Number(from ?? 0);
  if (result !== true) return self.length - start;
  const isText = typeof self === "string";
  const at = isText
    ? textIndexOf.call(self, String(wanted), start)
    : listIndexOf.call(self, wanted, start);
  return at - start;
};
const pieces: Cost = (_self, result) =>
  (result as string[]).reduce((sum, piece) => sum + piece.length + 1, 0);

const costs: readonly (readonly [object, Readonly<Record<string, Cost>>])[] = [
  [
    String.prototype,
    {
      ...{ includes: untilIncluded, indexOf: untilFound, lastIndexOf: backUntilFound },
      ...{ endsWith: given, startsWith: given, split: pieces },
      ...{ trim: removed, trimEnd: removed, trimStart: removed },
      ...{ padEnd: made, padStart: made, repeat: made },
      ...{ replace: wholeAndMade, replaceAll: wholeAndMade, localeCompare: whole },
      ...{ normalize: whole, toLowerCase: whole, toUpperCase: whole },
      ...{ isWellFormed: whole, toWellFormed: whole },
    },
  ],
  [
    Array.prototype,
    {
      ...{
        includes: untilIncluded,
        indexOf: untilFound,
        lastIndexOf: backUntilFound,
        join: wholeAndMade,
      },
      ...{ concat: made, flat: made, slice: made, toReversed: made, toSorted: made, with: made },
      ...{ fill: whole, reverse: whole, shift: whole, sort: whole, splice: behind, unshift: whole },
    },
  ],
  [Array, { from: made }],
  [Object, { entries: made, keys: made, values: made }],
  [JSON, { parse: given, stringify: made }],
  [globalThis, { decodeURI: given, decodeURIComponent: given }],
  [globalThis, { encodeURI: given, encodeURIComponent: given }],
];

/** A search in a text shorter than this counts as one step: its cost is bounded. */
const short = 40;

/**
 * Makes native functions count their steps: those that search or copy a text or a list, and each search by a
 * regular expression with its backtracking. The change is permanent in this thread.
 */
export function countNativeWork(): Work {
  const work: Work = {
    steps: 0,
    max: Number.POSITIVE_INFINITY,
    stop() {
      throw new Error("too many steps");
    },
    spread(list) {
      if (list === null || typeof list !== "object") {
        work.steps += lengthOf(list);
        return list;
      }
      const isIterator = Symbol.iterator in list && !("length" in list) && !("size" in list);
      const items = isIterator ? [...(list as Iterable<unknown>)] : list;
      const { length, size } = items as { length?: number; size?: number };
      work.steps += length ?? size ?? keys(list).length;
      return items as typeof list;
    },
  };
  for (const [holder, table] of costs) {
    for (const [name, cost] of Object.entries(table)) {
      const native = Reflect.get(holder, name) as () => unknown;
      Reflect.set(holder, name, function count(this: List, ...args: []) {
        const result = native.apply(this, args);
        work.steps += 1 + Math.max(0, cost(this, result, args));
        if (work.steps > work.max) work.stop();
        return result;
      });
    }
  }
  let isSearching = false;
  RegExp.prototype.exec = function count(this: RegExp, text: string) {
    // The counting matcher uses regular expressions itself.
    if (isSearching) return exec.call(this, text);
    isSearching = true;
    const { steps, max } = work;
    const offset = this.global || this.sticky ? this.lastIndex : 0;
    const isShort = String(text).length - offset < short;
    try {
      work.max = Number.POSITIVE_INFINITY;
      const search = isShort ? { steps: 1 } : countSearch(this, String(text), offset, max - steps);
      work.steps = steps + search.steps;
      return exec.call(this, text);
    } finally {
      work.max = max;
      isSearching = false;
    }
  };
  return work;
}
