/** A file of what is read. */
export interface SourceEntry {
  /** From the top, its parts joined by `/`, in the form in which the source writes them. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number | null;
}

/** Something that was left out while looking, in words. */
export interface SourceProblem {
  readonly path: string;
  readonly code: string;
  readonly words: string;
}

/** The files of a folder or an archive. Nothing is unpacked where somebody else could find it. */
export interface SourceTree extends AsyncDisposable {
  /** Of the folder, or of the archive without what says its kind. */
  readonly name: string;
  /** In the order of their paths. */
  readonly entries: readonly SourceEntry[];
  readonly problems: readonly SourceProblem[];
  /** What is there beside the entries, where a tree does not list all; null: nothing. */
  find?(path: string): Promise<SourceEntry | null>;
  /** The bytes of a file. Throws `SourceRefused` where they are not what was said of them. */
  open(path: string): AsyncIterable<Uint8Array>;
}

export type RefusalCode =
  | "not-there"
  | "not-readable"
  | "no-user"
  | "no-answer"
  | "unsafe-name"
  | "link"
  | "repeated-name"
  | "encrypted"
  | "too-many"
  | "too-large"
  /** More than may be in all of the source. */
  | "too-much"
  | "bomb"
  | "broken";

/**
 * A source is not read any further; the message is for people, and names the file that it is about where
 * it is about one.
 */
export class SourceRefused extends Error {
  readonly code: RefusalCode;

  /** The message without the file, for what is said of that file anyway. */
  readonly words: string;

  /** The file of the source that it is about; null: all of it, or the message says which. */
  readonly path: string | null;

  /** Whose memos there are, where it has to be said whose are meant. */
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

/** An entry of a tree, by its path. */
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

/** A file of a tree, also one that it does not list. */
export async function findEntry(tree: SourceTree, path: string): Promise<SourceEntry | null> {
  return entryOf(tree, path) ?? (await tree.find?.(path)) ?? null;
}

/** All of a file, which may not be longer than `maxBytes`. */
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
  return Buffer.concat(parts);
}

/** The same; null where it cannot be read. */
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
 * What is said of a file that could not be read, so that the others are read on. Anything else is thrown
 * on, and so is what ends the reading.
 */
export function unreadable(error: unknown): SourceRefused {
  if (!(error instanceof SourceRefused) || endsReading(error)) throw error;
  return error;
}

/** Whether a refusal is of the whole source: every further file would meet it too, or do harm. */
export function endsReading({ code }: SourceRefused): boolean {
  return code === "bomb" || code === "too-much";
}

export function inOrder(entries: readonly SourceEntry[]): SourceEntry[] {
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
