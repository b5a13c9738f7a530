import { hashOf } from "./sim-disk.ts";

export interface FileFate {
  /** Account of whoever attached it. */
  readonly creator: string;
  /** What its content may be called: as it was attached, and as a server keeps it. */
  readonly hashes: ReadonlySet<string>;
  /** Every memo that anybody put it on. */
  readonly memos: Set<string>;
  /** Who gave it names, and the last. */
  readonly namers: Set<string>;
  name: string;
  wasRemoved: boolean;
  /** Went with a database that nobody else had a copy of. */
  isLost: boolean;
}

/** What became of every file that was attached. */
export interface FileLedger {
  readonly fates: Map<string, FileFate>;
  /** Memos that anybody purged: what is on them goes along. */
  readonly purged: Set<string>;
  /** Users and hashes of what they attached, also where the process ended before it was noted. */
  readonly tried: Set<string>;
}

export function createFileLedger(): FileLedger {
  return { fates: new Map(), purged: new Set(), tried: new Set() };
}

/** A file that nobody took away and no restore lost. */
export function isDue({ purged }: FileLedger, fate: FileFate): boolean {
  return !fate.wasRemoved && !fate.isLost && ![...fate.memos].some((memo) => purged.has(memo));
}

/** Files are small, but for those that devices bring only when somebody opens them. */
export const largeBytes = 5_000_000;
/** A photo begins with this, and a server wipes it. */
export const place = Buffer.from("GPS!");

const contents = new Map<string, Buffer>();

export type ContentKind = "text" | "photo" | "large";

/** The bytes that a number stands for. */
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

/** The hashes that content has on its way: as it is, and without the place in it. */
export function hashesOf(number: number, kind: ContentKind): Set<string> {
  const key = `${number} ${kind}, wiped`;
  const bytes = contentOf(number, kind);
  if (kind !== "photo") return new Set([hashOf(bytes)]);
  const wiped = contents.get(key) ?? Buffer.from(bytes).fill(0, 0, place.length);
  contents.set(key, wiped);
  return new Set([hashOf(bytes), hashOf(wiped)]);
}
