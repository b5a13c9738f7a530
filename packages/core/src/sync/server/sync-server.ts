import { defaultAttachmentLimits } from "../../access/attachment-limits.ts";
import type { Caller } from "../../model/caller.ts";
import type { FeedRow, StreamRecord } from "../../stores/sync-stores.ts";
import type { ServerReadStores, ServerWriteStores } from "../../stores/server-database.ts";
import { mergeWork, textHash } from "../../text/index.ts";
import { StorageError } from "../../error/storage-error.ts";
import { UnstorableError } from "../../error/unstorable-error.ts";
import { createClockCorrection } from "./clock-correction.ts";
import { createConfirmations } from "./confirmations.ts";
import { isDeeperThan } from "../../merge/json-depth.ts";
import { holdsNul } from "../../merge/nul-in-op.ts";
import {
  type Hello,
  maxAnswerBytes,
  protocolRange,
  type PullRequest,
  type PullResponse,
  pullLimit,
  pushLimit,
  type PushRequest,
  type PushResponse,
  type SnapshotRequest,
  type SnapshotResponse,
  type WireChange,
} from "../protocol/messages.ts";
import type { OpCode } from "../../merge/op-code.ts";
import {
  findServerKind,
  type LoadedPage,
  loadPage,
  lostIn,
  pageParts,
  sent,
  serverKinds,
} from "./kinds/server-kinds.ts";
import type { PushDeps, PushOutcome, SyncServerDeps } from "./kinds/server-kind.ts";
import { snapshotPage } from "./server-snapshot.ts";
import { sha256Schema } from "../../merge/attachment-op.ts";
import { kindOf, syncKinds, syncOpSchema } from "../../merge/sync-op.ts";
import { scopesFor } from "../../feed/scopes-for.ts";
import { epochKey } from "./epoch.ts";
import { feedFloorKey } from "../../feed/feed-floor.ts";
import { usernameOf } from "../../names/names.ts";
import { type Scope, scopeEntries } from "../../model/scope.ts";

/** The server's side of the sync protocol (docs/sync.md): what each call means, free of transport. */
export interface SyncServer {
  hello(caller: Caller): Promise<Hello>;
  push(caller: Caller, request: PushRequest): Promise<PushResponse>;
  pull(caller: Caller, request: PullRequest): Promise<PullResponse>;
  snapshot(caller: Caller, request: SnapshotRequest): Promise<SnapshotResponse>;
}

/** No operation of ours is half as deep, and what it carries unknown is bounded by itself (R19). */
const maxOpDepth = 32;

/**
 * Units of work with texts after which a batch is answered as far as it came: what is pushed is one
 * transaction, and others wait for it. A tenth of a second or so.
 */
const maxPushWork = 1_000_000;

const tooDeep = `nested deeper than ${maxOpDepth}`;

type PushResult = Extract<PushResponse, { type: "results" }>["results"][number];

export function createSyncServer(deps: SyncServerDeps): SyncServer {
  const confirm = createConfirmations(deps);
  return {
    async hello(caller) {
      const said = await deps.database.read((stores) => hello(deps, stores, caller));
      return deps.transcribes === undefined
        ? said
        : { ...said, transcribes: await deps.transcribes() };
    },
    async push(caller, request) {
      const lacking = await lackingIn(deps, caller, request);
      return deps.database.write(
        (stores) => push({ ...deps, lacking }, stores, caller, request),
        caller,
      );
    },
    async pull(caller, request) {
      await confirm(caller, request);
      return deps.database.read((stores) => pull(deps, stores, caller, request));
    },
    snapshot: (caller, request) =>
      deps.database.read((stores) => snapshot(deps, stores, caller, request)),
  };
}

async function hello(
  deps: SyncServerDeps,
  stores: ServerReadStores,
  caller: Caller,
): Promise<Hello> {
  return {
    epoch: await epochOf(stores),
    serverTimeMs: deps.clock.nowMs(),
    protocol: protocolRange,
    schemaVersion: deps.schemaVersion,
    feedFloorSeq: (await stores.meta.get(feedFloorKey)) ?? 0,
    scopes: scopesFor(caller),
    ...(await spacesOf(stores, caller)),
    kinds: [...syncKinds],
    user: { name: caller.name, role: caller.role },
    hasOthers: await stores.users.hasOthers(usernameOf(caller.name)),
    limits: {
      contentBytes: deps.limits().contentBytes,
      pushOps: pushLimit,
      uploadBytes: (deps.attachmentLimits?.() ?? defaultAttachmentLimits).uploadBytes,
    },
  };
}

/** What the spaces of a user are called; nothing is said where they are in none. */
async function spacesOf(stores: ServerReadStores, caller: Caller): Promise<Pick<Hello, "spaces">> {
  const spaces: { name: string; title: string }[] = [];
  for (const name of caller.spaces) {
    const found = await stores.spaces.find(name.slice("spaces/".length));
    if (found !== null) spaces.push({ name, title: found.title });
  }
  return spaces.length === 0 ? {} : { spaces };
}

async function epochOf(stores: Pick<ServerReadStores, "meta">): Promise<string> {
  const epoch = await stores.meta.get(epochKey);
  if (epoch === null) throw new Error("the database has no epoch");
  return epoch;
}

/**
 * Applies a batch in order. Effects, stream position and results commit together (R1); each
 * operation has a savepoint of its own, so that a bad one does not undo the batch.
 */
async function push(
  deps: PushDeps,
  stores: ServerWriteStores,
  caller: Caller,
  request: PushRequest,
): Promise<PushResponse> {
  const epoch = await epochOf(stores);
  if (request.epoch !== epoch) return { type: "epoch-mismatch", answers: request.epoch, epoch };
  const { streamId } = request;
  const nowMs = deps.clock.nowMs();
  const stream: StreamRecord = (await stores.streams.find(streamId)) ?? {
    id: streamId,
    device: caller.device,
    user: caller.name,
    lastN: 0,
    lastSeenMs: nowMs,
    confirmedSeq: 0,
    newestMoved: null,
  };
  if (stream.user !== caller.name) return { type: "stream-forked", epoch, streamId };

  const { clientNowMs } = request;
  const { newestMoved } = stream;
  const correction = createClockCorrection({ clock: deps.clock, clientNowMs, newestMoved });
  const results: PushResult[] = [];
  let { lastN } = stream;
  let bytes = 0;
  const answer = async (about: Parameters<typeof describe>[2]): Promise<PushResult> => {
    const described = await describe(stores, caller, about);
    bytes += described.bytes;
    return described.result;
  };
  const workBefore = mergeWork();
  for (const { n, op: sent } of request.ops) {
    // What is not answered was not applied either: the device sends it again with the next push.
    if (bytes >= maxAnswerBytes) break;
    if (results.length > 0 && mergeWork() - workBefore > maxPushWork) break;
    const isTooDeep = isDeeperThan(sent, maxOpDepth);
    const read = isTooDeep ? null : syncOpSchema.safeParse(sent);
    const payload = isTooDeep ? tooDeep : JSON.stringify(read?.success === true ? read.data : sent);
    const payloadHash = textHash(payload);
    if (n <= lastN) {
      const stored = await stores.streams.findResult(streamId, n);
      // Past its keeping time a repetition and a fork look alike. Under a new stream both are answered
      // anew, which does no harm: what was applied does nothing the second time (R6, C7).
      const isFork = stored === null || stored.payloadHash !== payloadHash;
      if (isFork) return { type: "stream-forked", epoch, streamId };
      const code = stored.code as OpCode;
      results.push(await answer({ n, sent, code, merged: false }));
      continue;
    }
    if (n > lastN + 1) {
      if (results.length === 0) return { type: "gap", epoch, streamId, expected: lastN + 1 };
      break;
    }
    const reason = isTooDeep ? tooDeep : holdsNul(sent) ? "holds U+0000" : null;
    let applied: PushOutcome = {
      code: "invalid",
      merged: false,
      ...(reason !== null && { reason }),
    };
    if (read?.success === true && reason === null) {
      const op = correction.correctOp(read.data);
      // What is stamped anew would win the second time over what came since the first (C7).
      const isKnown =
        op.stamp !== read.data.stamp && (await stores.streams.wasApplied(caller.name, payloadHash));
      try {
        applied = isKnown
          ? { code: "applied", merged: false }
          : await applyAlone(stores, () =>
              serverKinds[kindOf(op)].apply({ stores, deps, caller }, op),
            );
      } catch (error) {
        // There is no room for this one: those before it, such as what was deleted, are applied.
        if (!isDiskFull(error) || results.length === 0) throw error;
        break;
      }
    }
    const { code } = applied;
    if (n > lastN) {
      await stores.streams.addResult({ streamId, n, payloadHash, code, atMs: nowMs });
      lastN = n;
    }
    const result = await answer({ n, sent, code, merged: applied.merged });
    results.push({
      ...result,
      ...(applied.hasClash === true && { visibilityClash: true }),
      ...(applied.reason !== undefined && { reason: applied.reason }),
    });
  }
  await stores.streams.save({
    ...stream,
    device: caller.device,
    lastN,
    lastSeenMs: nowMs,
    newestMoved: correction.newestMoved(),
  });
  return { type: "results", epoch, streamId, results, serverTimeMs: deps.clock.nowMs() };
}

function isDiskFull(error: unknown): boolean {
  return error instanceof StorageError && error.fault === "disk-full";
}

/** Applies one operation. One that holds what the database refuses is undone and refused by itself. */
async function applyAlone(
  stores: ServerWriteStores,
  apply: () => Promise<PushOutcome>,
): Promise<PushOutcome> {
  try {
    return await stores.savepoint(apply);
  } catch (error) {
    if (!(error instanceof UnstorableError)) throw error;
    return { code: "invalid", merged: false, reason: "holds what the database refuses" };
  }
}

/** Hashes that operations of a batch name and whose content is not here; asked for no others. */
async function lackingIn(
  deps: SyncServerDeps,
  caller: Caller,
  request: PushRequest,
): Promise<ReadonlySet<string>> {
  const named = request.ops.flatMap(({ op }) => {
    const sha256 = op.kind === "attachment.put" ? op["sha256"] : undefined;
    // What is no hash is refused, and nothing is asked for it.
    return sha256Schema.safeParse(sha256).data ?? [];
  });
  if (named.length === 0) return new Set();
  return new Set((await deps.lackingBlobs?.(caller, named)) ?? named);
}

/** The answer to an operation: what became of it, and the row as the server has it now. */
async function describe(
  stores: ServerWriteStores,
  caller: Caller,
  about: {
    readonly n: number;
    readonly sent: { readonly kind: string; readonly entity: string };
    readonly code: OpCode;
    readonly merged: boolean;
  },
): Promise<{ readonly result: PushResult; /** About. */ readonly bytes: number }> {
  const { n, code, merged } = about;
  const { kind, entity } = about.sent;
  // Not every database takes a text with U+0000 to be asked for, and nothing has such a name.
  const isNamed = !entity.includes("\0");
  const known = isNamed ? findServerKind(kind.slice(0, Math.max(0, kind.indexOf(".")))) : undefined;
  const loaded = (await known?.load(stores, { caller, follows: null }, [entity]))?.get(entity);
  const seq = loaded?.seq ?? (await stores.meta.headSeq());
  const result = { n, code, entity, row: loaded?.row ?? null, seq, merged, ...lostIn(loaded) };
  return { result, bytes: loaded?.bytes ?? 0 };
}

/** Changes after the given cursors, oldest first in each scope, with the cursors to go on from. */
async function pull(
  deps: SyncServerDeps,
  stores: ServerReadStores,
  caller: Caller,
  request: PullRequest,
): Promise<PullResponse> {
  const epoch = await epochOf(stores);
  if (request.epoch !== epoch) return { type: "epoch-mismatch", answers: request.epoch, epoch };
  const floor = (await stores.meta.get(feedFloorKey)) ?? 0;
  const scopes = scopesFor(caller);
  const follows = new Set(scopes.filter((scope) => Object.hasOwn(request.cursors, scope)));
  const changes: WireChange[] = [];
  const next: Record<string, number> = {};
  const maxBytes = Math.min(request.maxBytes, maxAnswerBytes);
  let bytes = 0;
  let more = false;
  for (const [scope, cursor] of scopeEntries(request.cursors)) {
    next[scope] = cursor;
    if (!follows.has(scope)) continue;
    if (cursor > 0 && cursor < floor) return { type: "resync", epoch, feedFloorSeq: floor };
    const room = pullLimit - changes.length;
    const rows = await stores.feed.page(scope, cursor, room + 1);
    more ||= rows.length > room;
    const page = rows.slice(0, Math.max(0, room));
    for await (const { row, loaded, isElsewhere } of judged(stores, caller, follows, page)) {
      if (bytes >= maxBytes) {
        more = true;
        break;
      }
      // The user may read it, but not through what this device follows, which was never sent it.
      if (isElsewhere) {
        next[scope] = row.seq;
        continue;
      }
      const shown = row.op === "del" ? undefined : loaded.rowOf(row);
      // Sent as an eviction only when no scope that the device follows shows it any more (R11).
      const op = row.op === "del" ? "del" : shown === undefined ? "evict" : "up";
      changes.push({ ...row, op, ...(shown === undefined ? {} : sent(shown)) });
      bytes += loaded.bytesOf(row);
      next[scope] = row.seq;
    }
  }
  const serverTimeMs = deps.clock.nowMs();
  const from = request.cursors;
  const spaces = await spacesOf(stores, caller);
  return { type: "page", epoch, from, next, changes, more, scopes, ...spaces, serverTimeMs };
}

/** The rows of a page with what the reader may have of them, loaded a part at a time. */
async function* judged(
  stores: ServerReadStores,
  caller: Caller,
  follows: ReadonlySet<Scope> | null,
  page: readonly FeedRow[],
): AsyncGenerator<{ row: FeedRow; loaded: LoadedPage; isElsewhere: boolean }> {
  for (const part of await pageParts(stores, caller, page)) {
    const loaded = await loadPage(stores, { caller, follows }, part);
    const unseen = part.filter((row) => row.op === "up" && loaded.rowOf(row) === undefined);
    const elsewhere = await loadPage(stores, { caller, follows: null }, unseen);
    for (const row of part) {
      yield { row, loaded, isElsewhere: elsewhere.rowOf(row) !== undefined };
    }
  }
}

async function snapshot(
  deps: SyncServerDeps,
  stores: ServerReadStores,
  caller: Caller,
  request: SnapshotRequest,
): Promise<SnapshotResponse> {
  const epoch = await epochOf(stores);
  const { scope } = request;
  if (request.epoch !== epoch) return { type: "epoch-mismatch", answers: request.epoch, epoch };
  if (!scopesFor(caller).includes(scope)) return { type: "denied", epoch, scope };
  return snapshotPage(stores, caller, request, { epoch, serverTimeMs: deps.clock.nowMs() });
}
