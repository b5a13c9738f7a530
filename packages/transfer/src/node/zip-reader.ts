import { close, createReadStream, fstat, open, read } from "node:fs";
import { promisify } from "node:util";
import type { Readable } from "node:stream";
import * as yauzl from "yauzl";

const openFd = promisify(open);
const statFd = promisify(fstat);
const closeFd = promisify(close);
const fromReader = promisify<yauzl.RandomAccessReader, number, yauzl.Options, yauzl.ZipFile>(
  yauzl.fromRandomAccessReader,
);

/** Size of the pieces in which a directory is read, in bytes. */
const pieceBytes = 64 * 1024;

/**
 * Reads a zip from disk. Until `endListing`, reads in large pieces: yauzl asks for the directory in two short
 * reads an entry, each of which would otherwise be a read from disk.
 */
export class ZipReader extends yauzl.RandomAccessReader {
  /** Number of reads from disk, except those of files' contents. */
  reads = 0;
  readonly #fd: number;
  #piece: { readonly at: number; readonly bytes: Buffer } | null = null;
  #isListing = true;

  constructor(fd: number) {
    super();
    this.#fd = fd;
  }

  /** Opens a zip; `reader` can be closed by closing the zip. */
  static async openZip(
    file: string,
  ): Promise<{ readonly zip: yauzl.ZipFile; readonly reader: ZipReader }> {
    const fd = await openFd(file, "r");
    try {
      const { size } = await statFd(fd);
      const reader = new ZipReader(fd);
      // Names aren't decoded here, because not every program sets the UTF-8 flag.
      const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
      return { zip: await fromReader(reader, size, options), reader };
    } catch (error) {
      await closeFd(fd);
      throw error;
    }
  }

  /** Drops the piece. Contents are read as streams. */
  endListing(): void {
    this.#isListing = false;
    this.#piece = null;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (this.#copied(buffer, offset, length, position)) {
      // A synchronous callback would nest as deep as there are entries.
      queueMicrotask(() => callback(null));
      return;
    }
    this.reads += 1;
    const bytes = Buffer.alloc(this.#isListing ? Math.max(length, pieceBytes) : length);
    read(this.#fd, bytes, 0, bytes.length, position, (error, bytesRead) => {
      if (error === null && bytesRead >= length) {
        const there = bytes.subarray(0, bytesRead);
        there.copy(buffer, offset, 0, length);
        if (this.#isListing) this.#piece = { at: position, bytes: there };
        callback(null);
      } else callback(error ?? new Error("unexpected end of the file"));
    });
  }

  /** Copies a range out of the piece. Returns false if it isn't in it as a whole. */
  #copied(buffer: Buffer, offset: number, length: number, position: number): boolean {
    if (length === 0) return true;
    if (this.#piece === null) return false;
    const { at, bytes } = this.#piece;
    const from = position - at;
    if (from < 0 || from + length > bytes.length) return false;
    bytes.copy(buffer, offset, from, from + length);
    return true;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    // The stream may not close the file: others read from it.
    const fs = { open, read, close: (_fd: number, done: (error?: null) => void) => done() };
    return createReadStream("", { fd: this.#fd, start, end: end - 1, fs });
  }

  override close(callback: (error: Error | null) => void): void {
    close(this.#fd, callback);
  }
}
