import { hashOf } from "./sim-disk.ts";

export interface FileFate {
  /** Resource name of the account that attached it. */
  readonly creator: string;
  /** Possible hashes of its content: as attached, and as a server stores it. */
  readonly hashes: ReadonlySet<string>;
  /** Every memo that it was ever attached to. */
  readonly memos: Set<string>;
  /** Peers that named it. `name` is the last name. */
  readonly namers: Set<string>;
  name: string;
  wasRemoved: boolean;
  /** Set when its only copy was lost with a database. */
  isLost: boolean;
}

/** Record of every attached file. */
export interface FileLedger {
  readonly fates: Map<string, FileFate>;
  /** Purged memos; their files are purged too. */
  readonly purged: Set<string>;
  /** User and hash of each attached content, also if the process ended before recording it. */
  readonly tried: Set<string>;
}

export function createFileLedger(): FileLedger {
  return { fates: new Map(), purged: new Set(), tried: new Set() };
}

/** Returns true if the file must exist: no user removed it, and no purge or restore lost it. */
export function isDue({ purged }: FileLedger, fate: FileFate): boolean {
  return !fate.wasRemoved && !fate.isLost && ![...fate.memos].some((memo) => purged.has(memo));
}

/** Size in bytes from which devices download a file only when it is opened. Other files are small. */
export const largeBytes = 5_000_000;
/** First bytes of a photo, which a server wipes. */
export const place = Buffer.from("GPS!");

const contents = new Map<string, Buffer>();

export type ContentKind = "text" | "photo" | "large";

/** Returns the bytes for a content number. */
export function contentOf(number: number, kind: ContentKind): Buffer {
  const key = `${number} ${kind}`;
  const known = contents.get(key);
  if (known !== undefined) return known;
  const text = Buffer.from(`content ${number} `.repeat(1 + (number % 5)));
  let bytes = number === 0 ? Buffer.alloc(0) : text;
  if (kind === "photo") bytes = Buffer.concat([place, bytes]);
  if (kind === "large") bytes = Buffer.concat([bytes], largeBytes);
  contents.set(key, bytes);
  return bytes;
}

/** Returns the possible hashes of content: unchanged, and with the location wiped. */
export function hashesOf(number: number, kind: ContentKind): Set<string> {
  const key = `${number} ${kind}, wiped`;
  const bytes = contentOf(number, kind);
  if (kind !== "photo") return new Set([hashOf(bytes)]);
  const wiped = contents.get(key) ?? Buffer.from(bytes).fill(0, 0, place.length);
  contents.set(key, wiped);
  return new Set([hashOf(bytes), hashOf(wiped)]);
}
