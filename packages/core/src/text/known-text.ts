import * as Y from "yjs";
import { inspectUpdate } from "./inspect-update.ts";

/**
 * State of a document in an editor: the insertions of each client, and which of them it knows to be deleted.
 * A state vector alone doesn't include deletions.
 */
export class KnownText {
  readonly #ends: Map<number, number>;
  #deleted = Y.createDeleteSet();

  /** Creates it from a Yjs state vector. Throws if `vector` isn't one. */
  constructor(vector: Uint8Array) {
    this.#ends = Y.decodeStateVector(vector);
  }

  /** Adds an update that the editor made. Ignores bytes that aren't an update. */
  add(update: Uint8Array): void {
    if (inspectUpdate(update).ok) this.#take(Y.decodeUpdate(update));
  }

  /**
   * Returns an update with everything that the editor lacks, and records it as known; null if nothing is
   * missing. `state`: the whole document as an update.
   */
  takeMissing(state: Uint8Array): Uint8Array | null {
    const whole = Y.decodeUpdate(state);
    if (this.#has(whole)) return null;
    const missing = Y.diffUpdate(state, Y.encodeStateVector(this.#ends));
    this.#take(whole);
    return missing;
  }

  #has({ structs, ds }: Decoded): boolean {
    const hasInserted = structs.every(
      ({ id, length }) => id.clock + length <= (this.#ends.get(id.client) ?? 0),
    );
    if (!hasInserted) return false;
    return ds.clients
      .entries()
      .every(([client, ranges]) =>
        ranges.every((range) => isWithin(range, this.#deleted.clients.get(client) ?? [])),
      );
  }

  #take({ structs, ds }: Decoded): void {
    for (const struct of structs) {
      if (struct instanceof Y.Skip) continue;
      const { id, length } = struct;
      const end = Math.max(this.#ends.get(id.client) ?? 0, id.clock + length);
      this.#ends.set(id.client, end);
    }
    this.#deleted = Y.mergeDeleteSets([this.#deleted, ds]);
  }
}

type Decoded = ReturnType<typeof Y.decodeUpdate>;

interface Range {
  readonly clock: number;
  readonly len: number;
}

/** Returns true if one of the ranges contains the given range. They are in order and don't touch. */
function isWithin({ clock, len }: Range, ranges: readonly Range[]): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const range = ranges[middle];
    if (range !== undefined && range.clock + range.len <= clock) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low];
  return found !== undefined && found.clock <= clock && clock + len <= found.clock + found.len;
}
