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

/** Does what can be done of rows before they are taken, apart from the thread that takes them. */
export interface RowsAhead {
  /** Resolves when it is done, or cannot be done so. Never rejects. */
  begin(changes: readonly WireChange[]): Promise<void>;
  /** The rows are not taken: what was done is of no use. */
  drop(): void;
}

/**
 * Hands the pages of a server on in parts, each of them a page that the server could have sent. A
 * device takes a page in one transaction, and everything else that it does waits for that: parts keep
 * the wait short, where small pages would cost a request each and compress badly. While the parts of
 * one page of a snapshot are taken, the next page is already on its way, and what can be done of its
 * rows beforehand is done meanwhile (`rowsAhead`).
 */
export function inParts(
  transport: Required<SyncTransport>,
  options: {
    /** Rows in a part; more only where rows cannot be told apart by their seq. */
    readonly rows: number;
    /** Lets everything else that waits on this thread have its turn. */
    readonly pause: () => Promise<void>;
    readonly rowsAhead?: RowsAhead | undefined;
  },
): Required<SyncTransport> {
  const { rowsAhead } = options;
  const begun = new WeakMap<WireChange, Promise<void>>();
  let restOfPull: PullPage | null = null;
  let restOfSnapshot: SnapshotPage | null = null;
  let ahead: Ahead | null = null;

  /** What was fetched before is not handed out after anything else was asked. */
  function clear(): void {
    restOfPull = null;
    restOfSnapshot = null;
    ahead = null;
    rowsAhead?.drop();
  }

  /** In pieces as long as the parts are going to be, so that the first need not wait for the last. */
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

  function askAhead(request: SnapshotRequest): void {
    const response = transport.snapshot(request).then(beginRows);
    // Whoever asks for this page meets the failure; it may be that nobody does.
    response.catch(() => undefined);
    ahead = { request, response };
  }

  async function nextPage(request: SnapshotRequest): Promise<SnapshotResponse> {
    const asked = ahead !== null && isSameSnapshot(ahead.request, request) ? ahead : null;
    ahead = null;
    const page = await (asked?.response ?? transport.snapshot(request));
    if (page.type === "page" && page.next !== null) askAhead({ ...request, after: page.next });
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

/** The rows go down in seq, and the place to go on from is that of the last one. */
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

/** The newest memos, which come first, have no such order: they are taken together. */
function goesDown({ changes, next }: SnapshotPage): boolean {
  const isInOrder = changes.every(({ seq }, at) => seq <= (changes[at - 1]?.seq ?? seq));
  return isInOrder && (next === null || next <= (changes.at(-1)?.seq ?? next));
}

/** Scope after scope, the rows of each go up in seq: its cursor is the last row that was taken. */
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

/** Rows with one seq stay together: a cursor cannot stand between them. */
function endOfPart(changes: readonly WireChange[], rows: number): number {
  let end = Math.min(rows, changes.length);
  while (end < changes.length && isOneStep(changes[end - 1], changes[end])) end += 1;
  return end;
}

function isOneStep(one: WireChange | undefined, next: WireChange | undefined): boolean {
  return one?.scope === next?.scope && one?.seq === next?.seq;
}
