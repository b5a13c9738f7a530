import { hash } from "node:crypto";

/** Gathers a digest of a table's rows, whatever their order. */
export interface TableDigest {
  /** Takes a row in a form that is the same wherever it is read. */
  add(row: string): void;
  readonly rows: number;
  /** 64 digits. */
  hex(): string;
}

const lanes = 8;

/**
 * The sum of the SHA-256 of each row, in eight lanes of 32 bits. A sum, so that two databases need not
 * agree on an order; a row that is there twice, or in the place of another, changes it.
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
