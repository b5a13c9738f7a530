import * as Y from "yjs";
import { inspectUpdate } from "./inspect-update.ts";

/**
 * What an editor has of a document: how far of each client's insertions, and which of them it knows to
 * be deleted. A state vector alone says nothing of deletions.
 */
export class KnownText {
  readonly #ends: Map<number, number>;
  #deleted = Y.createDeleteSet();

  /** `vector`: a Yjs state vector. Throws for what is none. */
  constructor(vector: Uint8Array) {
    this.#ends = Y.decodeStateVector(vector);
  }

  /** The editor has what an update of its own says. What is no update says nothing. */
  add(update: Uint8Array): void {
    if (inspectUpdate(update).ok) this.#take(Y.decodeUpdate(update));
  }

  /**
   * What the editor lacks of a document, as an update that it has from then on; null where it lacks
   * nothing. `state`: the whole document as an update.
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

/** Whether one of the ranges, which are in order and do not touch each other, holds all of another. */
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
