import { defaultAttachmentLimits } from "../../access/attachment-limits.ts";
import { defaultTitle } from "../../instance/instance-settings.ts";
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
  besideRow,
  pageParts,
  sent,
  serverKinds,
} from "./kinds/server-kinds.ts";
import type { PushDeps, PushOutcome, SyncServerDeps } from "./kinds/server-kind.ts";
import { snapshotPage } from "./server-snapshot.ts";
import { sha256Schema } from "../../merge/attachment-op.ts";
import { kindOf, syncKinds, type SyncOp, syncOpSchema } from "../../merge/sync-op.ts";
import { scopesFor } from "../../feed/scopes-for.ts";
import { epochKey } from "./epoch.ts";
import { feedFloorKey } from "../../feed/feed-floor.ts";
import { usernameOf } from "../../names/names.ts";
import { type Scope, scopeEntries } from "../../model/scope.ts";

/** Server side of the sync protocol (docs/sync.md), independent of the transport. */
export interface SyncServer {
  hello(caller: Caller): Promise<Hello>;
  push(caller: Caller, request: PushRequest): Promise<PushResponse>;
  pull(caller: Caller, request: PullRequest): Promise<PullResponse>;
  snapshot(caller: Caller, request: SnapshotRequest): Promise<SnapshotResponse>;
}

/**
 * Maximum nesting of an operation. Known operations are less than half as deep; unknown fields have their own
 * limit (R19).
 */
const maxOpDepth = 32;

/**
 * Units of merge work after which a batch is answered partially. A push is one transaction that blocks other
 * writers. About a tenth of a second.
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
  const credential = caller.credentialCheck?.credential;
  const isOfSession = credential !== undefined && credential.kind !== "access-token";
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
    ...(await titleFor(deps, stores, caller)),
    ...(isOfSession && { session: credential.id }),
    hasOthers: await stores.users.hasOthers(usernameOf(caller.name)),
    limits: {
      contentBytes: deps.limits().contentBytes,
      pushOps: pushLimit,
      uploadBytes: (deps.attachmentLimits?.() ?? defaultAttachmentLimits).uploadBytes,
    },
  };
}

/**
 * Names a user's notebook: the instance's title if it was changed, else the user's display name. Returns no
 * field if there is neither.
 */
async function titleFor(
  { instanceTitle }: SyncServerDeps,
  { users }: ServerReadStores,
  caller: Caller,
): Promise<Pick<Hello, "title">> {
  const chosen = instanceTitle?.().trim() ?? "";
  if (chosen !== "" && chosen !== defaultTitle) return { title: chosen };
  const user = await users.findByUsername(usernameOf(caller.name));
  const name = user?.displayName.trim() ?? "";
  return name === "" ? {} : { title: name };
}

/** Returns the titles of a user's spaces, or no field if they are in none. */
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
 * Applies a batch in order. Effects, stream position and results commit together (R1). Each operation has its
 * own savepoint, so that an invalid one doesn't undo the batch.
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
  const behind: CodesBehind = new Map();
  for (const { n, op: sent } of request.ops) {
    // Unanswered operations aren't applied either; the device sends them again with the next push.
    if (bytes >= maxAnswerBytes) break;
    if (results.length > 0 && mergeWork() - workBefore > maxPushWork) break;
    const isTooDeep = isDeeperThan(sent, maxOpDepth);
    const read = isTooDeep ? null : syncOpSchema.safeParse(sent);
    const payload = isTooDeep
      ? tooDeep
      : JSON.stringify(read?.success === true ? withoutBase(read.data) : sent);
    const payloadHash = textHash(payload);
    if (n <= lastN) {
      const stored = await stores.streams.findResult(streamId, n);
      // After the result has expired, a repetition and a fork look alike. Under a new stream both are
      // answered again, which is harmless: an applied operation has no effect the second time (R6, C7).
      const isFork = stored === null || stored.payloadHash !== payloadHash;
      if (isFork) return { type: "stream-forked", epoch, streamId };
      const code = stored.code as OpCode;
      noteRefused(behind, sent, code);
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
    const refused = codeBehind(behind, sent);
    if (refused !== null) applied = { code: refused, merged: false };
    else if (read?.success === true && reason === null) {
      const op = correction.correctOp(read.data);
      // An operation with a corrected stamp would otherwise win over later changes the second time (C7).
      const isKnown =
        op.stamp !== read.data.stamp && (await stores.streams.wasApplied(caller.name, payloadHash));
      try {
        applied = isKnown
          ? { code: "applied", merged: false }
          : await applyAlone(stores, () =>
              serverKinds[kindOf(op)].apply({ stores, deps, caller }, op),
            );
      } catch (error) {
        // The disk is full for this operation. Commit those before it, such as deletions.
        if (!isDiskFull(error) || results.length === 0) throw error;
        break;
      }
    }
    const { code } = applied;
    noteRefused(behind, sent, code);
    if (n > lastN) {
      await stores.streams.addResult({ streamId, n, payloadHash, code, atMs: nowMs });
      lastN = n;
    }
    const result = await answer({ n, sent, code, merged: applied.merged });
    results.push({
      ...result,
      ...(applied.hasClash === true && { visibilityClash: true }),
      ...(applied.mergedWith !== undefined && { mergedWith: applied.mergedWith }),
      ...(applied.reason !== undefined && { reason: applied.reason }),
    });
  }
  await describeAnew(stores, caller, request.ops, results);
  await stores.streams.save({
    ...stream,
    device: caller.device,
    lastN,
    lastSeenMs: nowMs,
    newestMoved: correction.newestMoved(),
  });
  return { type: "results", epoch, streamId, results, serverTimeMs: deps.clock.nowMs() };
}

type PushedOp = PushRequest["ops"][number]["op"];

/** Codes for what follows in a push, by memo whose text was refused. */
type CodesBehind = Map<string, OpCode>;

/**
 * Notes an answer that decides about what follows. Operations behind a refused assertion were written on it, not on the
 * comment there (R12g). An edit behind a refused one may have only a part of what was written (R12f).
 */
function noteRefused(behind: CodesBehind, { kind, entity }: PushedOp, code: OpCode): void {
  if (kind === "memo.put" && code === "gone") behind.set(entity, "gone");
  if (kind === "memo.put" && code === "applied") behind.delete(entity);
  if (kind === "memo.text" && code === "too-large") behind.set(entity, "missing-base");
}

/** Returns the code for an operation that can't be applied without a refused one, or null. A purge doesn't depend on any. */
function codeBehind(behind: CodesBehind, { kind, entity }: PushedOp): OpCode | null {
  const code = behind.get(entity) ?? null;
  const isBehind =
    code === "gone" ? kind.startsWith("memo.") && kind !== "memo.purge" : kind === "memo.text";
  return isBehind ? code : null;
}

function isDiskFull(error: unknown): boolean {
  return error instanceof StorageError && error.fault === "disk-full";
}

/** Applies one operation. If the database refuses its content, undoes and refuses that operation alone. */
async function applyAlone(
  stores: ServerWriteStores,
  apply: () => Promise<PushOutcome>,
): Promise<PushOutcome> {
  try {
    return await stores.savepoint(apply);
  } catch (error) {
    if (!(error instanceof UnstorableError)) throw error;
    return { code: "invalid", merged: false, reason: "contains a value that the database rejects" };
  }
}

/** Returns the hashes in a batch's operations whose content the server lacks. Checks no other hashes. */
async function lackingIn(
  deps: SyncServerDeps,
  caller: Caller,
  request: PushRequest,
): Promise<ReadonlySet<string>> {
  const named = request.ops.flatMap(({ op }) => {
    const sha256 = op.kind === "attachment.put" ? op["sha256"] : undefined;
    // Skip invalid hashes; their operations are refused.
    return sha256Schema.safeParse(sha256).data ?? [];
  });
  if (named.length === 0) return new Set();
  return new Set((await deps.lackingBlobs?.(caller, named)) ?? named);
}

/** Returns an operation without the base text of an edit, which a repetition may have though the first didn't (T3g). */
function withoutBase(op: SyncOp): SyncOp {
  if (op.kind !== "memo.text" || op.edit?.base === undefined) return op;
  const { base: _base, ...edit } = op.edit;
  return { ...op, edit };
}

/**
 * Replaces the rows of others' memos in the answers by the current ones: a later operation of the push may have ended the
 * access to them, such as the purge of the memo that they are on (I3).
 */
async function describeAnew(
  stores: ServerWriteStores,
  caller: Caller,
  ops: PushRequest["ops"],
  results: PushResult[],
): Promise<void> {
  for (const [i, result] of results.slice(0, -1).entries()) {
    const sent = ops[i]?.op;
    if (sent === undefined || !isOfAnother(result.row, caller)) continue;
    const { n, code, merged } = result;
    results[i] = {
      ...result,
      ...(await describe(stores, caller, { n, sent, code, merged })).result,
    };
  }
}

function isOfAnother(row: unknown, { name }: Caller): boolean {
  return typeof row === "object" && row !== null && "creator" in row && row.creator !== name;
}

/** Returns the answer to an operation: its result, and the server's current row. */
async function describe(
  stores: ServerWriteStores,
  caller: Caller,
  about: {
    readonly n: number;
    readonly sent: { readonly kind: string; readonly entity: string };
    readonly code: OpCode;
    readonly merged: boolean;
  },
): Promise<{
  readonly result: PushResult;
  /** Approximate size of the row. */ readonly bytes: number;
}> {
  const { n, code, merged } = about;
  const { kind, entity } = about.sent;
  // Some databases reject queries for text with U+0000, and no entity has such an id.
  const isNamed = !entity.includes("\0");
  const known = isNamed ? findServerKind(kind.slice(0, Math.max(0, kind.indexOf(".")))) : undefined;
  const loaded = (await known?.load(stores, { caller, follows: null }, [entity]))?.get(entity);
  const seq = loaded?.seq ?? (await stores.meta.headSeq());
  const result = { n, code, entity, row: loaded?.row ?? null, seq, merged, ...besideRow(loaded) };
  return { result, bytes: loaded?.bytes ?? 0 };
}

/** Returns changes after the given cursors, oldest first in each scope, and the next cursors. */
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
      // The user may read it, but through no scope that this device follows, so it was never sent.
      if (isElsewhere) {
        next[scope] = row.seq;
        continue;
      }
      const shown = row.op === "del" ? undefined : loaded.rowOf(row);
      // Send an eviction only if no scope that the device follows shows the row (R11).
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

/** Yields the rows of a page with the content that the reader may see, loaded one part at a time. */
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
