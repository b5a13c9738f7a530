/** Stream of numbers determined by a seed (sfc32). */
export interface Random {
  /** Returns a number x, 0 ≤ x < 1. */
  next(): number;
  /** Returns an integer n, 0 ≤ n < below. */
  below(below: number): number;
  /** Returns true with a probability of `share`, from 0 to 1. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let [a, b, c, d] = [0x9e3779b9, seed | 0, (seed / 2 ** 32) | 0, 1];
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 16; i += 1) next();
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
