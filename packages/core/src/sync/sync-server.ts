import { commitMemo } from "../memo/commit-memo.ts";
import { type Caller, findReadable, readAccess } from "../memo/access.ts";
import type { MemoLimits } from "../memo/limits.ts";
import type { MemoEntity } from "../memo/model.ts";
import { findPastText } from "../memo/stale-text.ts";
import { entityOf } from "../memo/write-memo.ts";
import type { Database, ReadStores, StreamRecord, WriteStores } from "../ports.ts";
import { mergeTexts, textHash } from "../text/index.ts";
import { applyMemoOp } from "./apply-operation.ts";
import { authoriseOp } from "./authorise-op.ts";
import type { HybridClock } from "./clock.ts";
import { createClockCorrection } from "./clock-correction.ts";
import type { Journal } from "./journal.ts";
import { loadMemos, wireBytes } from "./load-memos.ts";
import type { MemoOp } from "./operation.ts";
import {
  type Hello,
  type OpCode,
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
} from "./protocol.ts";
import { noFaults, type SyncFaults } from "./planted-faults.ts";
import { repairMergedText } from "./repair-text.ts";
import { publicScope, userScope } from "./scopes.ts";
import { snapshotPage } from "./server-snapshot.ts";
import { createConfirmations } from "./confirmations.ts";
import { mergeOlderPut, wholeTextToPut } from "./whole-text.ts";
import { memoToWire } from "./wire-memo.ts";

export interface SyncServerDeps {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: HybridClock;
  readonly limits: () => MemoLimits;
  readonly schemaVersion: number;
  readonly textClientId: (memo: string, gen: number) => number;
  /** Only tests plant any. */
  readonly faults?: SyncFaults;
}

/** The server's side of the sync protocol (sync.md): what each call means, free of transport. */
export interface SyncServer {
  hello(caller: Caller): Promise<Hello>;
  push(caller: Caller, request: PushRequest): Promise<PushResponse>;
  pull(caller: Caller, request: PullRequest): Promise<PullResponse>;
  snapshot(caller: Caller, request: SnapshotRequest): Promise<SnapshotResponse>;
}

type PushResult = Extract<PushResponse, { type: "results" }>["results"][number];

export function createSyncServer(deps: SyncServerDeps): SyncServer {
  const confirm = createConfirmations(deps);
  return {
    hello: (caller) => deps.database.read((stores) => hello(deps, stores, caller)),
    push: (caller, request) => deps.database.write((stores) => push(deps, stores, caller, request)),
    async pull(caller, request) {
      await confirm(caller, request);
      return deps.database.read((stores) => pull(deps, stores, caller, request));
    },
    snapshot: (caller, request) =>
      deps.database.read((stores) => snapshot(deps, stores, caller, request)),
  };
}

/** Scopes that a user may follow: what is theirs, what everybody shares, and their spaces. */
export function scopesFor(caller: Caller): string[] {
  const spaces = caller.spaces.map((space) => `s:${space.slice("spaces/".length)}`);
  return [userScope(caller.name), publicScope, ...spaces];
}

async function hello(deps: SyncServerDeps, stores: ReadStores, caller: Caller): Promise<Hello> {
  return {
    epoch: await epochOf(stores),
    serverTimeMs: deps.clock.nowMs(),
    protocol: protocolRange,
    schemaVersion: deps.schemaVersion,
    feedFloorSeq: Number((await stores.meta.get("feed_floor_seq")) ?? 0),
    scopes: scopesFor(caller),
    user: { name: caller.name, role: caller.role },
    limits: { contentBytes: deps.limits().contentBytes, pushOps: pushLimit },
  };
}

async function epochOf(stores: Pick<ReadStores, "meta">): Promise<string> {
  const epoch = await stores.meta.get("epoch");
  if (epoch === null) throw new Error("the database has no epoch");
  return epoch;
}

/**
 * Applies a batch in order. Effects, stream position and results commit together (R1); each
 * operation has a savepoint of its own, so that a bad one does not undo the batch.
 */
async function push(
  deps: SyncServerDeps,
  stores: WriteStores,
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
  };
  if (stream.user !== caller.name) return { type: "stream-forked", epoch, streamId };

  const { faults = noFaults } = deps;
  const { clientNowMs } = request;
  const correction = createClockCorrection({ clock: deps.clock, clientNowMs });
  const results: PushResult[] = [];
  let { lastN } = stream;
  for (const { n, op } of request.ops) {
    const payloadHash = textHash(JSON.stringify(op));
    if (n <= lastN && !faults.has("dedup-off")) {
      const stored = await stores.streams.findResult(streamId, n);
      const isFork = stored !== null && stored.payloadHash !== payloadHash;
      if (isFork && !faults.has("forks-unnoticed")) {
        return { type: "stream-forked", epoch, streamId };
      }
      // A result past its keeping time was still applied: the stream had moved beyond it.
      const code = (stored?.code ?? "applied") as OpCode;
      results.push(await describe(stores, caller, n, op.entity, code, false));
      continue;
    }
    if (n > lastN + 1) {
      if (results.length === 0) return { type: "gap", epoch, streamId, expected: lastN + 1 };
      break;
    }
    const corrected = faults.has("stamps-as-sent") ? op : correction.correctOp(op);
    const applied = await applyPushed(deps, stores, caller, corrected);
    const { code } = applied;
    if (n > lastN) {
      await stores.streams.addResult({ streamId, n, payloadHash, code, atMs: nowMs });
      lastN = n;
    }
    results.push(await describe(stores, caller, n, op.entity, code, applied.merged));
  }
  await stores.streams.save({ ...stream, device: caller.device, lastN, lastSeenMs: nowMs });
  return { type: "results", epoch, streamId, results, serverTimeMs: deps.clock.nowMs() };
}

async function applyPushed(
  deps: SyncServerDeps,
  stores: WriteStores,
  caller: Caller,
  op: MemoOp,
): Promise<{ code: OpCode; merged: boolean }> {
  deps.clock.observe(op.stamp);
  if (await stores.tombstones.has("memo", op.entity)) {
    return { code: op.kind === "memo.purge" ? "applied" : "gone", merged: false };
  }
  const record = await stores.memos.find(op.entity);
  const before = record === null ? null : await entityOf(stores, record);
  const allowed = await authoriseOp(stores, caller, before, op, deps.limits());
  if (!allowed.ok) return { code: allowed.error, merged: false };

  const restated = before === null ? null : await restate(stores, before, allowed.value);
  const isConcurrent =
    op.kind === "memo.text" &&
    restated === null &&
    before !== null &&
    textHash(before.row.content) !== op.baseSha;
  const repair = isConcurrent ? repairMergedText(before, op, deps) : null;
  const sent = isConcurrent ? await senderText(stores, before, op) : undefined;
  const otherText = restated?.otherText ?? sent;
  const merged = isConcurrent || restated !== null;
  const committed = await stores.savepoint(() =>
    commitMemo(stores, deps.journal, {
      before,
      ops: [restated?.op ?? allowed.value, ...(repair === null ? [] : [repair])],
      caller,
      textReason: merged ? "merge" : "edit",
      otherText,
      isPushed: true,
      atMs: deps.clock.nowMs(),
    }),
  );
  if (committed.ok) return { code: "applied", merged };
  const code = committed.error.type === "invalid-update" ? "invalid" : committed.error.type;
  return { code, merged: false };
}

/** What an operation on another generation of the memo's document comes to; null for any other. */
async function restate(
  stores: WriteStores,
  before: MemoEntity,
  op: MemoOp,
): Promise<{ readonly op: MemoOp; readonly otherText: string | undefined } | null> {
  if (op.kind === "memo.text" && op.whole !== undefined) {
    return { op: wholeTextToPut(before, op, op.whole), otherText: op.whole.content };
  }
  if (op.kind !== "memo.put" || op.text.gen === before.text.gen) return null;
  if (op.text.content === before.row.content) return null;
  // A newer generation than the server's: it was restored, and the device's text is the later one.
  if (op.text.gen > before.text.gen) return { op, otherText: undefined };
  return { op: await mergeOlderPut(stores, before, op), otherText: op.text.content };
}

/**
 * The text that a device had when it made an edit which met one that it had not seen: the server's
 * text with the device's edit in and what the device lacked out. undefined when the text that both
 * began with is not kept any more.
 */
async function senderText(
  stores: WriteStores,
  before: MemoEntity,
  op: Extract<MemoOp, { kind: "memo.text" }>,
): Promise<string | undefined> {
  const base = await findPastText(stores, op.entity, op.baseSha);
  const applied = base === null ? null : applyMemoOp(before, op);
  if (base === null || applied?.ok !== true || applied.value.entity === null) return undefined;
  return mergeTexts(before.row.content, applied.value.entity.row.content, base);
}

async function describe(
  stores: WriteStores,
  caller: Caller,
  n: number,
  entity: string,
  code: OpCode,
  merged: boolean,
): Promise<PushResult> {
  const record = await findReadable(stores.memos, readAccess(caller), entity, true);
  const row = record === null ? null : memoToWire(await entityOf(stores, record));
  const seq = row?.seq ?? (await stores.meta.headSeq());
  return { n, code, entity, row, seq, merged };
}

/** Changes after the given cursors, oldest first in each scope, with the cursors to go on from. */
async function pull(
  deps: SyncServerDeps,
  stores: ReadStores,
  caller: Caller,
  request: PullRequest,
): Promise<PullResponse> {
  const epoch = await epochOf(stores);
  if (request.epoch !== epoch) return { type: "epoch-mismatch", answers: request.epoch, epoch };
  const floor = Number((await stores.meta.get("feed_floor_seq")) ?? 0);
  const allowed = new Set(scopesFor(caller));
  const changes: WireChange[] = [];
  const next: Record<string, number> = {};
  let bytes = 0;
  let more = false;
  for (const [scope, cursor] of Object.entries(request.cursors)) {
    next[scope] = cursor;
    if (!allowed.has(scope)) continue;
    if (cursor > 0 && cursor < floor) return { type: "resync", epoch, feedFloorSeq: floor };
    const room = pullLimit - changes.length;
    const rows = await stores.feed.page(scope, cursor, room + 1);
    more ||= rows.length > room;
    const page = rows.slice(0, Math.max(0, room));
    const loaded = await loadMemos(
      stores,
      caller,
      page.map((row) => row.entity),
    );
    for (const row of page) {
      if (bytes >= request.maxBytes) {
        more = true;
        break;
      }
      const isHidden = row.op === "evict" && deps.faults?.has("evict-while-readable") === true;
      const memo = row.op === "del" || isHidden ? undefined : loaded.get(row.entity);
      // Sent as an eviction only when no scope shows it to this user any more (R11).
      const op = row.op === "del" ? "del" : memo === undefined ? "evict" : "up";
      changes.push({ ...row, op, ...(memo === undefined ? {} : { row: memo }) });
      bytes += wireBytes(memo);
      next[scope] = row.seq;
    }
  }
  const serverTimeMs = deps.clock.nowMs();
  return { type: "page", epoch, from: request.cursors, next, changes, more, serverTimeMs };
}

async function snapshot(
  deps: SyncServerDeps,
  stores: ReadStores,
  caller: Caller,
  request: SnapshotRequest,
): Promise<SnapshotResponse> {
  const epoch = await epochOf(stores);
  const { scope } = request;
  if (request.epoch !== epoch) return { type: "epoch-mismatch", answers: request.epoch, epoch };
  if (!scopesFor(caller).includes(scope)) return { type: "denied", epoch, scope };
  return snapshotPage(stores, caller, request, { epoch, serverTimeMs: deps.clock.nowMs() });
}
