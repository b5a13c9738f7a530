import type { SyncOp } from "../../../merge/sync-op.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import type { Refusal } from "../../protocol/refusal.ts";
import type { Base, Known, RebasedKind } from "./rebased-kind.ts";

/** The server's answer to one of this device's operations. */
export interface Answer<Row> {
  /** `applied`, or the reason for the refusal. */
  readonly code: "applied" | Refusal["code"];
  readonly seq: number;
  /**
   * The server's version, or null if it has none that this user may read. undefined if this version can't
   * read it; the known version is kept.
   */
  readonly row: Row | null | undefined;
}

/**
 * Displayed state of one kind of entity: the server's version with this device's pending operations applied;
 * stale rows are ignored (R4). While operations are pending, the server's version is stored beside the view
 * as the base. All methods run in the caller's transaction.
 */
export interface Rebase<Row, Op extends SyncOp> {
  /** Applies the server's row. Returns false if it is older than the known one or than the last eviction. */
  applyRow(stores: DeviceWriteStores, id: string, seq: number, row: Row): Promise<boolean>;
  /**
   * Removes an entity that no longer exists for this user. Rejects pending operations, unless one of them
   * asserts the entity. Returns false if the removal is older than the known row.
   */
  applyRemoval(stores: DeviceWriteStores, id: string, seq: number): Promise<boolean>;
  /** Handles the answer to an operation, which is in the outbox until then. */
  takeAnswer(
    stores: DeviceWriteStores,
    operation: Pick<OutboxRow<Op>, "n" | "op">,
    answer: Answer<Row>,
  ): Promise<void>;
  /** Applies an answer's row after its operation has been removed from the outbox. */
  applyOutcome(
    stores: DeviceWriteStores,
    id: string,
    outcome: Pick<Answer<Row>, "seq" | "row">,
  ): Promise<void>;
  /** Moves an operation to the rejected ones, with its text (R12). Doesn't change the view. */
  refuse(
    stores: DeviceWriteStores,
    operation: Pick<OutboxRow<Op>, "n" | "op">,
    code: Refusal["code"],
  ): Promise<void>;
  /** Rejects all pending operations on an entity, and evicts it from this device. */
  giveUp(stores: DeviceWriteStores, id: string): Promise<void>;
  /** Shows the base with pending operations applied. Does nothing if no base is stored. */
  show(stores: DeviceWriteStores, id: string): Promise<void>;
  /** Like `show`, but removes the base if no operations are pending. */
  settle(stores: DeviceWriteStores, id: string): Promise<void>;
  /** Returns the server's version that pending operations apply to, or undefined if none are pending. */
  baseOf(stores: DeviceWriteStores, id: string): Promise<Base<Row> | undefined>;
  /** Called before a change on this device: stores the previous row as the base, unless a base exists. */
  keepBase(stores: DeviceWriteStores, id: string, before: Row | null): Promise<void>;
  /**
   * Replaces pending operations with those that `assert` enqueues, for a server that may not have the entity
   * (R3).
   */
  reassert(
    stores: DeviceWriteStores,
    id: string,
    assert: (replaced: readonly OutboxRow<Op>[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Sets the bases of pending operations to "not on the server", because their seqs belong to the previous
   * epoch.
   */
  leaveEpoch(stores: DeviceWriteStores): Promise<void>;
  /**
   * Evicts an entity that no page of a resync included (R13a), unless it has pending operations, no server
   * has seen it yet, or it is newer than the snapshot. Returns whether it was evicted.
   */
  evictLeftOver(stores: DeviceWriteStores, id: string, uptoSeq: number): Promise<boolean>;
}

export function createRebase<Row, Op extends SyncOp, Shown = Row>(
  kind: RebasedKind<Row, Op, Shown>,
): Rebase<Row, Op> {
  async function waitingOn(stores: DeviceWriteStores, id: string): Promise<OutboxRow<Op>[]> {
    const waiting = await stores.outbox.waitingOn(kind.keyOf(id));
    return waiting.filter((row): row is OutboxRow<Op> => kind.isOwn(row.op));
  }

  /** Returns the operations to apply to the base, in order. */
  async function opsOn(
    stores: DeviceWriteStores,
    id: string,
    shown: Shown | null,
    waiting: readonly OutboxRow<Op>[],
  ): Promise<Op[]> {
    const unsent = (await kind.unsent?.(stores, id, shown)) ?? [];
    return [...unsent, ...waiting.map(({ op }) => op)];
  }

  async function applyAll(
    stores: DeviceWriteStores,
    base: Row | null,
    ops: readonly Op[],
  ): Promise<Row | null> {
    let view = base;
    for (const op of ops) view = await kind.apply(stores, view, op);
    return view;
  }

  async function showAs(
    stores: DeviceWriteStores,
    id: string,
    view: Row | null,
    shown: Shown | null,
  ): Promise<void> {
    if (view !== null) await kind.save(stores, view, shown);
    else if (shown !== null) await kind.remove(stores, id);
  }

  async function knownOf(stores: DeviceWriteStores, id: string): Promise<Known<Row, Shown>> {
    const base = await kind.load(stores, id);
    if (base === undefined) {
      const shown = await kind.find(stores, id);
      return { seq: seqOf(shown), row: shown, isDirty: false };
    }
    const parked = await kind.parking?.seqOf(stores, id);
    return { seq: parked ?? seqOf(base.row), row: base.row, isDirty: true };
  }

  function seqOf(row: Row | Shown | null): number {
    return row === null ? 0 : kind.seqOf(row);
  }

  async function reject(
    stores: DeviceWriteStores,
    { n, op }: Pick<OutboxRow<Op>, "n" | "op">,
    code: Refusal["code"],
  ): Promise<void> {
    const refusal: Refusal = { code, content: (await kind.refusedText?.(stores, op)) ?? null };
    await stores.outbox.reject(n, JSON.stringify(refusal));
  }

  /** Returns the applied operations, or null if no base is stored. */
  async function show(stores: DeviceWriteStores, id: string): Promise<readonly Op[] | null> {
    const base = await kind.load(stores, id);
    if (base === undefined) return null;
    const shown = await kind.find(stores, id);
    const ops = await opsOn(stores, id, shown, await waitingOn(stores, id));
    await showAs(stores, id, await applyAll(stores, base.row, ops), shown);
    return ops;
  }

  async function settle(stores: DeviceWriteStores, id: string): Promise<void> {
    const ops = await show(stores, id);
    if (ops?.length === 0) await stores.bases.remove(kind.keyOf(id));
  }

  async function giveUp(stores: DeviceWriteStores, id: string): Promise<void> {
    for (const row of await waitingOn(stores, id)) await reject(stores, row, "gone");
    await kind.evict(stores, id);
  }

  const rebase: Rebase<Row, Op> = {
    async applyRow(stores, id, seq, incoming) {
      const evicted = await stores.evicted.get(kind.keyOf(id));
      if (evicted !== null && seq < evicted) return false;
      const known = await knownOf(stores, id);
      // A page raises its rows' numbers to its own. A row that is older all the same is that of a restored server.
      if (seq < known.seq || kind.seqOf(incoming) < seqOf(known.row)) return false;
      const isParked = await kind.parking?.park(stores, { id, seq, incoming, known });
      if (isParked === true) {
        await settle(stores, id);
        return true;
      }
      const shown = known.isDirty ? await kind.find(stores, id) : known.row;
      const waiting = await waitingOn(stores, id);
      const ops = await opsOn(stores, id, shown, waiting);
      if (ops.length === 0) await stores.bases.remove(kind.keyOf(id));
      else await kind.keep(stores, id, incoming);
      const view = await applyAll(stores, incoming, ops);
      await showAs(stores, id, view, shown);
      if (ops.length > 0) await kind.onMerged?.(stores, { id, shown, incoming, view, waiting });
      return true;
    },

    async applyRemoval(stores, id, seq) {
      if (seq < (await knownOf(stores, id)).seq) return false;
      const key = kind.keyOf(id);
      // A late answer about an earlier removal doesn't lower the seq of a later one.
      await stores.evicted.set(key, Math.max(seq, (await stores.evicted.get(key)) ?? 0));
      await kind.parking?.drop(stores, id);
      await kind.onRemoved?.(stores, id);
      const shown = await kind.find(stores, id);
      const ops = await opsOn(stores, id, shown, await waitingOn(stores, id));
      if (ops.some((op) => kind.isAssertion(op))) {
        await kind.keep(stores, id, null);
        await showAs(stores, id, await applyAll(stores, null, ops), shown);
      } else {
        await giveUp(stores, id);
      }
      return true;
    },

    async takeAnswer(stores, operation, answer) {
      if (answer.code === "applied") await stores.outbox.remove([operation.n]);
      else await rebase.refuse(stores, operation, answer.code);
      await rebase.applyOutcome(stores, operation.op.entity, answer);
    },

    async applyOutcome(stores, id, { seq, row }) {
      let isTaken = false;
      if (row === null) isTaken = await rebase.applyRemoval(stores, id, seq);
      else if (row !== undefined) isTaken = await rebase.applyRow(stores, id, seq, row);
      // A page overtook the answer: keep the page's row, now without the operation.
      if (!isTaken) await settle(stores, id);
    },

    async refuse(stores, operation, code) {
      // An earlier answer may have rejected it already, while its text was still stored.
      const waiting = await waitingOn(stores, operation.op.entity);
      if (waiting.some(({ n }) => n === operation.n)) await reject(stores, operation, code);
    },

    giveUp,

    async show(stores, id) {
      await show(stores, id);
    },

    settle,

    baseOf: (stores, id) => kind.load(stores, id),

    async keepBase(stores, id, before) {
      if ((await kind.load(stores, id)) !== undefined) return;
      await kind.keep(stores, id, seqOf(before) > 0 ? before : null);
    },

    async reassert(stores, id, assert) {
      const waiting = await waitingOn(stores, id);
      await stores.outbox.remove(waiting.map(({ n }) => n));
      await assert(waiting);
      await kind.keep(stores, id, null);
    },

    async leaveEpoch(stores) {
      for (const { op } of await stores.outbox.pending(Number.MAX_SAFE_INTEGER)) {
        if (kind.isOwn(op)) await kind.keep(stores, op.entity, null);
      }
    },

    async evictLeftOver(stores, id, uptoSeq) {
      const shown = await kind.find(stores, id);
      if (shown === null || seqOf(shown) === 0 || seqOf(shown) > uptoSeq) return false;
      const ops = await opsOn(stores, id, shown, await waitingOn(stores, id));
      if (ops.length > 0) return false;
      await kind.evict(stores, id);
      return true;
    },
  };
  return rebase;
}
