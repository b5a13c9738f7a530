import type { DeviceDatabase } from "@tidemark/core";
import {
  type DigestAnswer,
  digestOf,
  type DigestRequest,
  type MemoDigest,
} from "@tidemark/core/sync/protocol";
import type { UserReference } from "@tidemark/core/names";

export interface CompareDeps {
  readonly database: DeviceDatabase;
  /** Owner of the memos: the profile's user. */
  readonly user: UserReference;
  /** Requests digests from the server; null if it is too old. */
  readonly ask: (request: DigestRequest) => Promise<DigestAnswer | null>;
  /** Returns the ids of held memos: they differ, and aren't compared (R12d). */
  readonly held: () => Promise<ReadonlySet<string>>;
  /** Syncs; returns false if that failed. */
  readonly syncNow: () => Promise<boolean>;
}

/** A memo that differs, with its digest on each side; null if it is missing there. */
export interface Unlike {
  readonly id: string;
  readonly here: string | null;
  readonly there: string | null;
}

export interface Compared {
  /** Number of equal memos. */
  readonly alike: number;
  readonly unlike: readonly Unlike[];
}

/** Reason why there is no result. */
export type NotCompared = "too-old" | "moving";

/** Maximum number of attempts for memos that change during the comparison. */
const looks = 3;

/**
 * Compares the user's memos on this device with those on the server, by digests of some thousands at a time.
 * Lists single memos only in ranges that differ. A difference is checked again after a sync, and is reported
 * only if both sides are unchanged. Memos that are being edited are thus not reported as lost.
 */
export async function compareWithServer(deps: CompareDeps): Promise<Compared | NotCompared> {
  const { ask } = deps;
  let alike = 0;
  const unlike: Unlike[] = [];
  for (let after = ""; ;) {
    const there = await ask({ after, upTo: null, isListed: false });
    if (there === null) return "too-old";
    const here = await readHere(deps, after, there.upTo);
    if (here.length === there.count && digestOf(here) === there.digest) alike += here.length;
    else {
      const named = await compareListed(deps, after, there.upTo);
      if (typeof named === "string") return named;
      alike += named.alike;
      unlike.push(...named.unlike);
    }
    if (there.upTo === null) return { alike, unlike };
    after = there.upTo;
  }
}

async function compareListed(
  deps: CompareDeps,
  after: string,
  upTo: string | null,
): Promise<Compared | NotCompared> {
  let before = null as readonly Unlike[] | null;
  for (let look = 0; look < looks; look += 1) {
    if (!(await deps.syncNow())) return "moving";
    const there = await listThere(deps, after, upTo);
    if (there === null) return "too-old";
    const here = await readHere(deps, after, upTo);
    const { alike, unlike } = pair(here, there, await deps.held());
    if (unlike.length === 0) return { alike, unlike };
    const known = before;
    if (known !== null && unlike.every((each) => known.some((one) => isSame(one, each)))) {
      return { alike, unlike };
    }
    before = unlike;
  }
  return "moving";
}

/** Lists all digests of a range, which may have grown since it was determined. */
async function listThere(
  { ask }: CompareDeps,
  after: string,
  upTo: string | null,
): Promise<MemoDigest[] | null> {
  const all: MemoDigest[] = [];
  for (let from = after; ;) {
    const slice = await ask({ after: from, upTo, isListed: true });
    if (slice === null) return null;
    all.push(...(slice.memos ?? []));
    if (slice.upTo === null) return all;
    from = slice.upTo;
  }
}

async function readHere(
  { database, user: creator }: CompareDeps,
  after: string,
  upTo: string | null,
): Promise<MemoDigest[]> {
  const all: MemoDigest[] = [];
  for (let from = after; ;) {
    const query = { creator, after: from, upTo };
    const slice = await database.read(({ memos }) => memos.digests(query));
    all.push(...slice.memos);
    const last = slice.memos.at(-1);
    if (slice.isEnd || last === undefined) return all;
    from = last.id;
  }
}

function pair(
  here: readonly MemoDigest[],
  there: readonly MemoDigest[],
  held: ReadonlySet<string>,
): Compared {
  const ours = new Map(here.map(({ id, digest }) => [id, digest]));
  const theirs = new Map(there.map(({ id, digest }) => [id, digest]));
  const ids = [...new Set([...ours.keys(), ...theirs.keys()])];
  const unlike = ids
    .map((id) => ({ id, here: ours.get(id) ?? null, there: theirs.get(id) ?? null }))
    .filter((each) => each.here !== each.there);
  return {
    alike: ids.length - unlike.length,
    unlike: unlike.filter(({ id }) => !held.has(id)),
  };
}

function isSame(a: Unlike, b: Unlike): boolean {
  return a.id === b.id && a.here === b.here && a.there === b.there;
}
