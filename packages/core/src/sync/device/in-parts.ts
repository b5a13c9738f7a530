import type { SyncTransport } from "../protocol/sync-transport.ts";
import type {
  PullRequest,
  PullResponse,
  SnapshotRequest,
  SnapshotResponse,
  WireChange,
} from "../protocol/messages.ts";

type PullPage = Extract<PullResponse, { type: "page" }>;
type SnapshotPage = Extract<SnapshotResponse, { type: "page" }>;

interface Ahead {
  readonly request: SnapshotRequest;
  readonly response: Promise<SnapshotResponse>;
}

/** Work on rows that runs outside the applying thread, before the rows are applied. */
export interface RowsAhead {
  /** Resolves when the work is done or impossible. Never rejects. */
  begin(changes: readonly WireChange[]): Promise<void>;
  /** Discards the work; the rows won't be applied. */
  drop(): void;
}

/**
 * Splits pages of a server into parts, each of which the server could have sent as a page. A device applies a
 * page in one transaction, which blocks its other work. Parts keep that wait short, whereas small pages would
 * cost a request each and compress badly. While parts of a snapshot page are applied, the next page is
 * fetched and its rows are prepared (`rowsAhead`).
 */
export function inParts(
  transport: Required<SyncTransport>,
  options: {
    /** Rows per part; rows with the same seq may exceed it. */
    readonly rows: number;
    /** Yields the thread. */
    readonly pause: () => Promise<void>;
    readonly rowsAhead?: RowsAhead | undefined;
  },
): Required<SyncTransport> {
  const { rowsAhead } = options;
  const begun = new WeakMap<WireChange, Promise<void>>();
  let restOfPull: PullPage | null = null;
  let restOfSnapshot: SnapshotPage | null = null;
  let ahead: Ahead | null = null;

  /** Discards prefetched pages, because another request came in between. */
  function clear(): void {
    restOfPull = null;
    restOfSnapshot = null;
    ahead = null;
    rowsAhead?.drop();
  }

  /** Starts work in pieces of a part's length, so that the first part doesn't wait for the last. */
  function beginRows(page: SnapshotResponse): SnapshotResponse {
    if (rowsAhead === undefined || page.type !== "page") return page;
    for (let at = 0; at < page.changes.length; at += options.rows) {
      const piece = page.changes.slice(at, at + options.rows);
      const done = rowsAhead.begin(piece);
      for (const change of piece) begun.set(change, done);
    }
    return page;
  }

  async function rowsBegun({ changes }: SnapshotPage): Promise<void> {
    for (const done of new Set(changes.map((change) => begun.get(change)))) await done;
  }

  function requestAhead(request: SnapshotRequest): void {
    const response = transport.snapshot(request).then(beginRows);
    // The caller that requests this page gets the error; here it is only marked as handled.
    response.catch(() => undefined);
    ahead = { request, response };
  }

  async function nextPage(request: SnapshotRequest): Promise<SnapshotResponse> {
    const asked = ahead !== null && isSameSnapshot(ahead.request, request) ? ahead : null;
    ahead = null;
    const page = await (asked?.response ?? transport.snapshot(request));
    if (page.type === "page" && page.next !== null) requestAhead({ ...request, after: page.next });
    return page;
  }

  return {
    hello() {
      clear();
      return transport.hello();
    },
    push(request) {
      clear();
      return transport.push(request);
    },
    async pull(request) {
      const rest = restOfPull;
      clear();
      const isRest = rest !== null && isSamePull(rest, request);
      const response = isRest ? rest : await transport.pull(request);
      if (response.type !== "page") return response;
      const [part, after] = splitPull(response, options.rows);
      restOfPull = after;
      await options.pause();
      return part;
    },
    async snapshot(request) {
      const rest = restOfSnapshot;
      restOfSnapshot = null;
      const isRest = rest !== null && isSameSnapshot(rest, request);
      const response = isRest ? rest : await nextPage(request);
      if (response.type !== "page") return response;
      const [part, after] = splitSnapshot(response, options.rows);
      restOfSnapshot = after;
      await options.pause();
      await rowsBegun(part);
      return part;
    },
  };
}

type SnapshotPlace = Pick<SnapshotRequest, "epoch" | "scope" | "after">;

function isSameSnapshot(one: SnapshotPlace, other: SnapshotPlace): boolean {
  return one.epoch === other.epoch && one.scope === other.scope && one.after === other.after;
}

function isSamePull({ epoch, from }: PullPage, request: PullRequest): boolean {
  const { cursors } = request;
  const scopes = Object.keys(cursors);
  return (
    epoch === request.epoch &&
    scopes.length === Object.keys(from).length &&
    scopes.every((scope) => cursors[scope] === from[scope])
  );
}

/** Splits a snapshot page. Its rows descend in seq, and the next part starts at the last one's seq. */
function splitSnapshot(page: SnapshotPage, rows: number): [SnapshotPage, SnapshotPage | null] {
  const { changes } = page;
  const end = endOfPart(changes, rows);
  const last = changes[end - 1];
  if (end === changes.length || last === undefined || !goesDown(page)) return [page, null];
  return [
    { ...page, changes: changes.slice(0, end), next: last.seq },
    { ...page, changes: changes.slice(end), after: last.seq },
  ];
}

/**
 * Returns true if the rows descend in seq. The first page, with the newest memos, doesn't and isn't split.
 */
function goesDown({ changes, next }: SnapshotPage): boolean {
  const isInOrder = changes.every(({ seq }, at) => seq <= (changes[at - 1]?.seq ?? seq));
  return isInOrder && (next === null || next <= (changes.at(-1)?.seq ?? next));
}

/** Splits a pull page. Rows ascend in seq within a scope, whose cursor is thus its last row in the part. */
function splitPull(page: PullPage, rows: number): [PullPage, PullPage | null] {
  const { changes } = page;
  const end = endOfPart(changes, rows);
  if (end === changes.length) return [page, null];
  const reached = { ...page.from };
  for (const { scope, seq } of changes.slice(0, end)) reached[scope] = seq;
  return [
    { ...page, changes: changes.slice(0, end), next: reached, more: true },
    { ...page, changes: changes.slice(end), from: reached },
  ];
}

/**
 * Returns the end of the first part. Rows with the same seq stay together, because a cursor can't separate
 * them.
 */
function endOfPart(changes: readonly WireChange[], rows: number): number {
  let end = Math.min(rows, changes.length);
  while (end < changes.length && isOneStep(changes[end - 1], changes[end])) end += 1;
  return end;
}

function isOneStep(one: WireChange | undefined, next: WireChange | undefined): boolean {
  return one?.scope === next?.scope && one?.seq === next?.seq;
}
