import { hash } from "node:crypto";

/** Computes a digest of a table's rows that doesn't depend on their order. */
export interface TableDigest {
  /** Adds a row in a form that is the same in both databases. */
  add(row: string): void;
  readonly rows: number;
  /** Returns 64 hex digits. */
  hex(): string;
}

const lanes = 8;

/**
 * Creates a digest: the sum of the SHA-256 of each row, in eight lanes of 32 bits. A sum doesn't depend on
 * the order of two databases, but changes with a duplicated or replaced row.
 */
export function createTableDigest(): TableDigest {
  const sum = new Uint32Array(lanes);
  let rows = 0;
  return {
    add(row) {
      const digest = hash("sha256", row, "buffer");
      for (let lane = 0; lane < lanes; lane += 1) {
        sum[lane] = (sum[lane] ?? 0) + digest.readUInt32BE(lane * 4);
      }
      rows += 1;
    },
    get rows() {
      return rows;
    },
    hex: () => Array.from(sum, (lane) => lane.toString(16).padStart(8, "0")).join(""),
  };
}
