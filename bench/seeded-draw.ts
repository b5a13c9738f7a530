import { createCipheriv, createHash } from "node:crypto";

/** Pseudo-random numbers that are the same for the same seed on every machine. */
export interface SeededDraw {
  /** Returns a number from 0 up to but not including 1. */
  fraction(): number;
  /** Returns an integer from 0 up to but not including `limit`. */
  below(limit: number): number;
}

const blockBytes = 64 * 1024;

/** Creates a generator from the keystream of AES in counter mode, keyed by the seed. */
export function createSeededDraw(seed: string): SeededDraw {
  const key = createHash("sha256").update(seed).digest().subarray(0, 16);
  const cipher = createCipheriv("aes-128-ctr", key, Buffer.alloc(16));
  const zeros = Buffer.alloc(blockBytes);
  let block = cipher.update(zeros);
  let at = 0;
  const fraction = (): number => {
    if (at === blockBytes) {
      block = cipher.update(zeros);
      at = 0;
    }
    at += 4;
    return block.readUInt32LE(at - 4) / 2 ** 32;
  };
  return { fraction, below: (limit) => Math.floor(fraction() * limit) };
}
