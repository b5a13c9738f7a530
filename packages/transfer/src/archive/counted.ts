import type { ArchiveLimits } from "./limits.ts";
import { SourceRefused } from "./source-tree.ts";

/** Counts the bytes actually unpacked from an archive, because its declared sizes may be false. */
export class Counter {
  #totalBytes = 0;
  readonly #limits: ArchiveLimits;
  readonly #packedBytes: number | null;

  /** `packedBytes` is the compressed size of the whole archive; null if it isn't compressed. */
  constructor(limits: ArchiveLimits, packedBytes: number | null) {
    this.#limits = limits;
    this.#packedBytes = packedBytes;
  }

  /** Yields a file's parts. Throws `SourceRefused` if the file, or the total, exceeds a limit. */
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

/** Counts the entries and metadata of an archive, and of archives in it, while they are listed. */
export class Listing {
  #count = 0;
  #bytes = 0;
  readonly #limits: ArchiveLimits;

  constructor(limits: ArchiveLimits) {
    this.#limits = limits;
  }

  /** Adds a file. Throws `SourceRefused` if there are too many files, or too much metadata. */
  add(declaredBytes: number): void {
    this.#count += 1;
    this.#bytes += declaredBytes;
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
  // Detects bombs of many entries that share compressed data: each by itself may be harmless.
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
