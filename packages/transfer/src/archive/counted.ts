import type { ArchiveLimits } from "./limits.ts";
import { SourceRefused } from "./source-tree.ts";

/** Counts what really comes out of an archive: what it says of itself may be made up. */
export class Counter {
  #totalBytes = 0;
  readonly #limits: ArchiveLimits;
  readonly #packedBytes: number | null;

  /** `packedBytes`: of the whole archive; null where it is not packed. */
  constructor(limits: ArchiveLimits, packedBytes: number | null) {
    this.#limits = limits;
    this.#packedBytes = packedBytes;
  }

  /** Passes a file on. Throws `SourceRefused` where it, or all, gets longer than is allowed. */
  async *count(
    path: string,
    packedBytes: number | null,
    source: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const part of source) {
      bytes += part.length;
      this.#totalBytes += part.length;
      checkSize(this.#limits, path, bytes, packedBytes);
      checkTotal(this.#limits, this.#totalBytes, this.#packedBytes);
      yield part;
    }
  }
}

/** Counts what an archive says of its files, with the archives in it, while that is read. */
export class Listing {
  #count = 0;
  #bytes = 0;
  readonly #limits: ArchiveLimits;

  constructor(limits: ArchiveLimits) {
    this.#limits = limits;
  }

  /** One more file. Throws `SourceRefused` where there are too many, or too much is said of them. */
  add(saidBytes: number): void {
    this.#count += 1;
    this.#bytes += saidBytes;
    checkCount(this.#limits, this.#count);
    if (this.#bytes > this.#limits.listBytes) {
      throw new SourceRefused(
        "too-large",
        `the list of its files is longer than ${this.#limits.listBytes} bytes`,
      );
    }
  }
}

export function checkSize(
  limits: ArchiveLimits,
  path: string,
  bytes: number,
  packedBytes: number | null,
): void {
  if (bytes > limits.entryBytes) {
    throw new SourceRefused(
      "too-large",
      `it is larger than ${limits.entryBytes} bytes, the limit for one file`,
      { path },
    );
  }
  const isBomb =
    packedBytes !== null && bytes > limits.freeBytes && bytes > packedBytes * limits.ratio;
  if (isBomb) {
    throw new SourceRefused(
      "bomb",
      `it gets more than ${limits.ratio} times larger when unpacked, which isn't plausible for notes`,
      { path },
    );
  }
}

export function checkTotal(limits: ArchiveLimits, bytes: number, packedBytes: number | null): void {
  if (bytes > limits.totalBytes) {
    throw new SourceRefused("too-much", `it holds more than ${limits.totalBytes} bytes in all`);
  }
  // Many files that are one in the archive: each by itself may be harmless.
  const isBomb =
    packedBytes !== null && bytes > limits.freeBytes && bytes > packedBytes * limits.ratio;
  if (isBomb) {
    throw new SourceRefused(
      "bomb",
      `the archive gets more than ${limits.ratio} times larger when unpacked, which isn't plausible for notes`,
    );
  }
}

export function checkCount(limits: ArchiveLimits, count: number): void {
  if (count > limits.entries) {
    throw new SourceRefused("too-many", `it holds more than ${limits.entries} files`);
  }
}
