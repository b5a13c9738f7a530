import { joinBytes } from "../bytes/join-bytes.ts";

/** File of a source. */
export interface SourceEntry {
  /** Path from the top, joined by `/`, in the Unicode form of the source. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number | null;
}

/** Entry that was skipped while listing, with the reason. */
export interface SourceProblem {
  readonly path: string;
  readonly code: string;
  readonly words: string;
}

/** Files of a folder or an archive. Unpacked files aren't accessible to other users. */
export interface SourceTree extends AsyncDisposable {
  /** Name of the folder, or of the archive without its extension. */
  readonly name: string;
  /** Entries, sorted by path. */
  readonly entries: readonly SourceEntry[];
  readonly problems: readonly SourceProblem[];
  /** Encoding of the names that aren't UTF-8, if there are some. */
  readonly nameEncoding?: string | null;
  /** Finds a file that the tree doesn't list, or returns null; absent if the tree lists everything. */
  find?(path: string): Promise<SourceEntry | null>;
  /** Yields the bytes of a file. Throws `SourceRefused` if they don't match its metadata. */
  open(path: string): AsyncIterable<Uint8Array>;
}

export type RefusalCode =
  | "not-there"
  | "not-readable"
  | "no-user"
  | "no-answer"
  /** A server answered only a part; importing again may succeed. */
  | "cut-short"
  | "unsafe-name"
  | "link"
  | "repeated-name"
  | "encrypted"
  | "too-many"
  | "too-large"
  /** The whole source is larger than allowed. */
  | "too-much"
  | "bomb"
  | "broken";

/** Error that a source or one of its files can't be read. The message is for people; it names the file. */
export class SourceRefused extends Error {
  readonly code: RefusalCode;

  /** Message without the file's path, for notes that already name the file. */
  readonly words: string;

  /** File of the source that the error is about; null if it is the whole source or the message names it. */
  readonly path: string | null;

  /** Users of the source, if the caller has to choose one of them. */
  readonly people: readonly string[];

  constructor(
    code: RefusalCode,
    words: string,
    options: ErrorOptions & {
      readonly people?: readonly string[];
      readonly path?: string;
    } = {},
  ) {
    super(options.path === undefined ? words : `${options.path}: ${words}`, options);
    this.code = code;
    this.words = words;
    this.path = options.path ?? null;
    this.people = options.people ?? [];
  }
}

const listed = new WeakMap<readonly SourceEntry[], ReadonlyMap<string, SourceEntry>>();

/** Returns the entry with this path, or null. */
export function entryOf(
  { entries }: Pick<SourceTree, "entries">,
  path: string,
): SourceEntry | null {
  let byPath = listed.get(entries);
  if (byPath === undefined) {
    byPath = new Map(entries.map((entry) => [entry.path, entry]));
    listed.set(entries, byPath);
  }
  return byPath.get(path) ?? null;
}

/** Finds a file of a tree, including files that it doesn't list. */
export async function findEntry(tree: SourceTree, path: string): Promise<SourceEntry | null> {
  return entryOf(tree, path) ?? (await tree.find?.(path)) ?? null;
}

/** Reads a whole file. Throws `SourceRefused` if it is longer than `maxBytes`. */
export async function readBytes(
  tree: Pick<SourceTree, "open">,
  path: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of tree.open(path)) {
    length += part.length;
    if (length > maxBytes) {
      throw new SourceRefused("too-large", `it is longer than ${maxBytes} bytes`, { path });
    }
    parts.push(part);
  }
  return joinBytes(parts);
}

/** Like `readBytes`, but returns null if the file can't be read. */
export async function readBytesIfAny(
  tree: Pick<SourceTree, "open">,
  path: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  try {
    return await readBytes(tree, path, maxBytes);
  } catch (error) {
    unreadable(error);
    return null;
  }
}

/**
 * Returns the error of an unreadable file, so that the caller can continue with the others. Rethrows any
 * other error, and errors that end the reading.
 */
export function unreadable(error: unknown): SourceRefused {
  if (!(error instanceof SourceRefused) || endsReading(error)) throw error;
  return error;
}

/** Returns true if an error applies to the whole source, so that reading more files would fail or do harm. */
export function endsReading({ code }: SourceRefused): boolean {
  return code === "bomb" || code === "too-much";
}

export function inOrder(entries: readonly SourceEntry[]): SourceEntry[] {
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
