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
  /** Whose memos: the user's own. */
  readonly user: UserReference;
  /** null: the server is too old to be asked. */
  readonly ask: (request: DigestRequest) => Promise<DigestAnswer | null>;
  /** Sends and takes what there is; false: that did not go well. */
  readonly syncNow: () => Promise<boolean>;
}

/** A memo that is not alike, with its digest on each side; null: it is not there. */
export interface Unlike {
  readonly id: string;
  readonly here: string | null;
  readonly there: string | null;
}

export interface Compared {
  /** How many are alike. */
  readonly alike: number;
  readonly unlike: readonly Unlike[];
}

/** Why nothing can be said. */
export type NotCompared = "too-old" | "moving";

/** What was written meanwhile is looked at again after a sync, so often. */
const looks = 3;

/**
 * Compares the user's own memos here with those on the server, by digests of some thousands at a time;
 * only where two are unlike are the memos of that piece named. One that differs is looked at again after
 * a sync: unlike it is only if it is so on both sides as it was, so nothing that moves is called lost.
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
    const { alike, unlike } = pair(here, there);
    if (unlike.length === 0) return { alike, unlike };
    const known = before;
    if (known !== null && unlike.every((each) => known.some((one) => isSame(one, each)))) {
      return { alike, unlike };
    }
    before = unlike;
  }
  return "moving";
}

/** As many slices as it takes: the server has more there, perhaps, than it said at first. */
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

function pair(here: readonly MemoDigest[], there: readonly MemoDigest[]): Compared {
  const ours = new Map(here.map(({ id, digest }) => [id, digest]));
  const theirs = new Map(there.map(({ id, digest }) => [id, digest]));
  const ids = [...new Set([...ours.keys(), ...theirs.keys()])];
  const unlike = ids
    .map((id) => ({ id, here: ours.get(id) ?? null, there: theirs.get(id) ?? null }))
    .filter((each) => each.here !== each.there);
  return { alike: ids.length - unlike.length, unlike };
}

function isSame(a: Unlike, b: Unlike): boolean {
  return a.id === b.id && a.here === b.here && a.there === b.there;
}
