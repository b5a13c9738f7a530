import type { DeviceDatabase, DeviceWriteStores } from "../../stores/device-database.ts";
import type { OutboxRow } from "../../stores/sync-stores.ts";
import { attachProofs } from "./attach-proofs.ts";
import type { HybridClock } from "../../clock/hybrid-clock.ts";
import { deviceKinds, replayDeferred, applyChanges } from "./kinds/device-kinds.ts";
import {
  evictPublicPart,
  endLeaving,
  followedCursors,
  followOffered,
  isOffered,
  setFollowPublic,
} from "./scopes/followed-scopes.ts";
import { areOrphansDue, evictOrphans } from "./kinds/device-memos.ts";
import {
  markMet,
  nextSnapshot,
  restartSnapshots,
  sweepLeftOver,
  sweepMissed,
  applySnapshotPage,
} from "./scopes/device-snapshot.ts";
import { noteServerKinds } from "./outbox/held-operations.ts";
import { asSent } from "./rebase/edit-base.ts";
import { noteContentLimit } from "./rebase/held-memos.ts";
import { noteServerLimits } from "./server-limits.ts";
import { noteSpaceTitles } from "./space-titles.ts";
import { losesOwnChoice, logVisibilityClash } from "../history/lost-visibility.ts";
import {
  type Hello,
  type PullResponse,
  type PushRequest,
  type PushResponse,
  protocolRange,
  type WireChange,
} from "../protocol/messages.ts";
import { reassertReactions } from "./outbox/reassert-reactions.ts";
import { entityKey, kindOf, memoKeys } from "../../merge/sync-op.ts";
import { type Scope, scopeEntries, scopesIn } from "../../model/scope.ts";
import type { SyncTransport } from "../protocol/sync-transport.ts";
import { accountKey, serverUrlKey, serverEpochKey, streamIdKey } from "../profile/profile-keys.ts";
import type { UserReference } from "../../names/names.ts";

export interface DeviceSyncDeps {
  readonly database: DeviceDatabase;
  readonly clock: HybridClock;
  /** The device's own clock, uncorrected, epoch ms. */
  readonly wallMs: () => number;
  /** Returns a new random id. */
  readonly newStreamId: () => string;
  /** Called with the memos that a sync changed, or null if any may have changed. */
  readonly onMemos: (ids: readonly string[] | null) => void;
  /** Called when anything but memos changed. */
  readonly onOthers?: () => void;
  /** Yields the thread between parts of long work. */
  readonly pause?: () => Promise<void>;
}

/** Thrown when the protocol versions of both sides don't overlap, until one is updated. */
export class ProtocolMismatch extends Error {
  readonly older: "server" | "app";
  constructor(older: "server" | "app") {
    super(older === "server" ? "the server is too old" : "this app is too old");
    this.older = older;
  }
}

/** Device side of the sync protocol, independent of transport and timers (docs/sync.md, R1–R19). */
export interface DeviceSync {
  /** Binds the profile to the account in `hello` and keeps everything written so far. */
  adopt(hello: Hello, serverUrl: string): Promise<void>;
  /**
   * Starts a connection: checks the protocol version, corrects the clock, enters a new epoch if the server
   * has one, and follows the offered scopes. Throws `ProtocolMismatch`.
   */
  greet(transport: SyncTransport): Promise<Hello>;
  /** Sends the outbox until it is empty. Returns the number of operations that the server answered. */
  push(transport: SyncTransport): Promise<number>;
  /** Pulls until the server has no more changes. Returns the number of changes received. */
  pull(transport: SyncTransport): Promise<number>;
  /**
   * Starts or stops following memos that others share with everyone; the next pull downloads them. After
   * stopping, they are hidden at once and `evictUnfollowed` removes them. The user's spaces are always
   * followed.
   */
  setFollowPublic(isOn: boolean): Promise<void>;
  /**
   * Evicts the memos that `setFollowPublic` has hidden, in parts, and resumes what an earlier process left.
   * `pull` calls it before each page. `goesOn` is checked before each part; false leaves the rest for the
   * next call.
   */
  evictUnfollowed(goesOn?: () => boolean): Promise<void>;
  /** Returns true if this device follows any of the scopes. */
  isFollowing(scopes: readonly Scope[]): Promise<boolean>;
}

/**
 * Maximum number of operations in a push of this device. Lower than the protocol allows: both sides apply a
 * batch in one transaction, which blocks other writers.
 */
const operationsAtOnce = 100;

const maxPushBytes = 1_000_000;

const maxPullBytes = 2_000_000;

export function createDeviceSync(deps: DeviceSyncDeps): DeviceSync {
  const { database } = deps;

  /** Notifies the callbacks; null `keys` means that anything may have changed. */
  function notify(keys: readonly string[] | null): void {
    const memos = keys === null ? null : memoKeys(keys);
    if (memos === null || memos.length > 0) deps.onMemos(memos);
    if (keys === null || keys.length > (memos?.length ?? 0)) deps.onOthers?.();
  }

  /** Writers wait for one part at most. */
  async function evictUnfollowed(goesOn = (): boolean => true): Promise<void> {
    while (goesOn() && (await database.write(evictPublicPart))) await deps.pause?.();
  }

  /** Enters a new epoch, unless the device has left the epoch of the request meanwhile (R3). */
  async function switchEpoch(from: string | null, epoch: string): Promise<void> {
    await database.write(async (stores) => {
      if ((await stores.meta.get(serverEpochKey)) !== from) return;
      const user = await stores.meta.get(accountKey);
      if (user === null) throw new Error("a profile without an account cannot sync");
      await enterEpoch(stores, deps, epoch, user);
    });
    notify(null);
  }

  /** Downloads snapshots of scopes whose cursor is at the beginning. Returns the number of rows received. */
  async function applySnapshots(transport: SyncTransport): Promise<number> {
    let taken = 0;
    while (transport.snapshot !== undefined) {
      const request = await database.read(async (stores) =>
        nextSnapshot(stores, await followedCursors(stores), maxPullBytes),
      );
      if (request === null) break;
      const response = await transport.snapshot(request);
      if (response.type === "epoch-mismatch") {
        if (response.answers !== request.epoch) break;
        await switchEpoch(request.epoch, response.epoch);
        continue;
      }
      // The user has left the space since the last answer; the next page no longer offers it.
      if (response.type === "denied") break;
      taken += response.changes.length;
      const touched = await database.write(async (stores) => {
        const cursors = await followedCursors(stores);
        return applySnapshotPage(stores, response, cursors, async (changes) => {
          await logLostChoices(stores, deps, changes);
          return applyChanges(stores, changes, response.uptoSeq);
        });
      });
      notify(touched);
      // On a server without any writes, the cursor stays at the beginning.
      if (response.uptoSeq === 0) break;
    }
    return taken;
  }

  return {
    async adopt(hello, serverUrl) {
      await database.write(async (stores) => {
        const account = hello.user.name;
        const profile = (await stores.meta.get(accountKey)) ?? "users/local";
        const sameServer = (await stores.meta.get(serverEpochKey)) === hello.epoch;
        await stores.meta.set(serverUrlKey, serverUrl);
        await noteServerLimits(stores, hello);
        await noteContentLimit(stores, hello.limits.contentBytes);
        await noteSpaceTitles(stores, { scopes: hello.scopes, spaces: hello.spaces });
        if (sameServer && profile === account) return;
        if (profile !== account) {
          await stores.memos.renameCreator(profile, account);
          await stores.registers.renameUser(profile, account);
        }
        await stores.meta.set(accountKey, account);
        if (profile !== account) await stores.cursors.reset();
        await followOffered(stores, hello.scopes);
        await noteServerKinds(stores, hello.kinds, deps.newStreamId);
        await enterEpoch(stores, deps, hello.epoch, account);
      });
      notify(null);
    },

    async greet(transport) {
      const sentMs = deps.wallMs();
      const hello = await transport.hello();
      const receivedMs = deps.wallMs();
      deps.clock.correct(hello.serverTimeMs - (sentMs + receivedMs) / 2);
      if (hello.protocol.max < protocolRange.min) throw new ProtocolMismatch("server");
      if (hello.protocol.min > protocolRange.max) throw new ProtocolMismatch("app");
      const known = await database.write(async (stores) => {
        await noteServerLimits(stores, hello);
        await noteContentLimit(stores, hello.limits.contentBytes);
        await noteServerKinds(stores, hello.kinds, deps.newStreamId);
        return stores.meta.get(serverEpochKey);
      });
      if (known !== hello.epoch) await switchEpoch(known, hello.epoch);
      const { replayed, isAnyChanged } = await database.write(async (stores) => {
        const touched = await replayDeferred(stores);
        // A page of a resync in progress may already have included them.
        await markMet(stores, touched);
        const follows = await followOffered(stores, hello.scopes);
        const { scopes, spaces } = hello;
        const isRetitled = await noteSpaceTitles(stores, { scopes, spaces });
        return { replayed: touched, isAnyChanged: follows.isEvicted || isRetitled };
      });
      notify(isAnyChanged ? null : replayed);
      return hello;
    },

    async push(given) {
      const transport = attachProofs(database, given);
      let answered = 0;
      for (;;) {
        const request = await database.write((stores) => nextPush(stores, deps));
        if (request === null) return answered;
        const response = await transport.push(request);
        if (response.type === "epoch-mismatch") {
          // Only an answer for the current epoch counts (R3).
          if (response.answers !== request.epoch) return answered;
          await switchEpoch(request.epoch, response.epoch);
          continue;
        }
        const touched = await database.write((stores) => applyPushed(stores, deps, response));
        if (response.type === "results" && touched.length === 0) return answered;
        answered += touched.length;
        notify(touched);
      }
    },

    async pull(given) {
      const transport = attachProofs(database, given);
      let taken = 0;
      for (;;) {
        // Includes scopes that were unfollowed while a response was in transit.
        await evictUnfollowed();
        taken += await applySnapshots(transport);
        const request = await database.read(async (stores) => ({
          epoch: (await stores.meta.get(serverEpochKey)) ?? "",
          cursors: await followedCursors(stores),
          maxBytes: maxPullBytes,
          streamId: (await stores.meta.get(streamIdKey)) ?? undefined,
        }));
        const response = await transport.pull(request);
        if (response.type === "epoch-mismatch") {
          if (response.answers !== request.epoch) return taken;
          await switchEpoch(request.epoch, response.epoch);
          continue;
        }
        if (response.type === "resync") {
          await database.write((stores) => startOver(stores, response));
          continue;
        }
        const { page, scopes, waited } = await database.write(async (stores) => {
          const touched = await applyPage(stores, deps, response);
          const follows = await followPage(stores, response);
          const isWhole = touched !== null && !response.more;
          const judged = isWhole ? await judgeWaiting(stores) : nothingWaited;
          return { page: touched, scopes: follows, waited: judged };
        });
        taken += response.changes.length;
        notify(scopes.isEvicted || scopes.isRetitled || waited.isEvicted ? null : (page ?? []));
        if (!response.more && !scopes.isBegun && !waited.isBegun) {
          // Evict scopes that were unfollowed during the last request too, and what waits for their rows.
          await evictUnfollowed();
          if (page !== null && (await database.read(areOrphansDue))) {
            const late = await database.write(judgeWaiting);
            if (late.isEvicted) notify(null);
            if (late.isBegun) continue;
          }
          notify(await database.write((stores) => reassertReactions(stores, deps.clock.nowMs())));
          return taken;
        }
      }
    },

    async setFollowPublic(isOn) {
      await database.write((stores) => setFollowPublic(stores, isOn));
      notify(null);
    },

    evictUnfollowed,

    async isFollowing(scopes) {
      const followed = await database.read(followedCursors);
      return scopes.some((scope) => scope in followed);
    },
  };
}

/**
 * Restarts every scope from the beginning, unless another response has moved this device past the feed floor.
 */
async function startOver(
  stores: DeviceWriteStores,
  { epoch, feedFloorSeq }: Extract<PullResponse, { type: "resync" }>,
): Promise<void> {
  const cursors = await followedCursors(stores);
  const isBelow = Object.values(cursors).some((seq) => seq > 0 && seq < feedFloorSeq);
  if (!isBelow || epoch !== (await stores.meta.get(serverEpochKey))) return;
  await restartSnapshots(stores, scopesIn(cursors));
}

/** Enters an epoch: takes a new stream id and reasserts everything that the user owns (R3). */
async function enterEpoch(
  stores: DeviceWriteStores,
  deps: DeviceSyncDeps,
  epoch: string,
  user: UserReference,
): Promise<void> {
  await stores.meta.set(serverEpochKey, epoch);
  await stores.meta.set(streamIdKey, deps.newStreamId());
  // Before parked and deferred rows are deleted: the assertion includes those of the user's own memos.
  for (const kind of Object.values(deviceKinds)) {
    await kind.reassertOwn(stores, user, deps.clock.nowMs());
  }
  await restartSnapshots(stores, scopesIn(await followedCursors(stores)));
  await stores.evicted.reset();
  await stores.outbox.renumber();
}

/** Updates the followed scopes from a page. Older servers list scopes in `hello` only. */
async function followPage(
  stores: DeviceWriteStores,
  page: Extract<PullResponse, { type: "page" }>,
): Promise<{
  readonly isBegun: boolean;
  readonly isEvicted: boolean;
  readonly isRetitled: boolean;
}> {
  const { epoch, scopes, spaces } = page;
  if (scopes === undefined || epoch !== (await stores.meta.get(serverEpochKey))) {
    return { isBegun: false, isEvicted: false, isRetitled: false };
  }
  const isRetitled = await noteSpaceTitles(stores, { scopes, spaces });
  if (await isOffered(stores, scopes)) return { isBegun: false, isEvicted: false, isRetitled };
  return { ...(await followOffered(stores, scopes)), isRetitled };
}

async function nextPush(
  stores: DeviceWriteStores,
  deps: DeviceSyncDeps,
): Promise<PushRequest | null> {
  const rows: OutboxRow[] = [];
  let bytes = 0;
  for (const pending of await stores.outbox.pending(operationsAtOnce)) {
    const row = await asSent(stores, pending, deps.clock.nowMs());
    bytes += JSON.stringify(row.op).length;
    if (rows.length > 0 && bytes > maxPushBytes) break;
    rows.push(row);
  }
  if (rows.length === 0) return null;
  const epoch = await stores.meta.get(serverEpochKey);
  const streamId = await stores.meta.get(streamIdKey);
  if (epoch === null || streamId === null) throw new Error("a profile with an outbox has a stream");
  await stores.outbox.markSent(rows.map((row) => row.n));
  const ops = rows.map(({ n, op }) => ({ n, op }));
  return { epoch, streamId, clientNowMs: Math.round(deps.clock.nowMs()), ops };
}

/** Applies the server's answer to a push. Answers for another stream are ignored (R2). */
async function applyPushed(
  stores: DeviceWriteStores,
  deps: DeviceSyncDeps,
  response: Exclude<PushResponse, { type: "epoch-mismatch" }>,
): Promise<string[]> {
  if (response.streamId !== (await stores.meta.get(streamIdKey))) return [];
  if (response.type !== "results") {
    // A gap, or another device used this stream id: start a new stream, numbered from one (R7).
    await stores.meta.set(streamIdKey, deps.newStreamId());
    await stores.outbox.renumber();
    return [];
  }
  const waiting = new Map(
    (await stores.outbox.pending(2 * operationsAtOnce)).map((row) => [row.n, row]),
  );
  const answered = response.results.flatMap((result) => {
    const row = waiting.get(result.n);
    if (row === undefined) return [];
    const kind = kindOf(row.op);
    return [{ kind, row, result, key: entityKey(kind, result.entity) }];
  });
  const touched: string[] = [];
  for (const [at, { kind, row, result, key }] of answered.entries()) {
    touched.push(key);
    const appliedLater = answered
      .slice(at + 1)
      .filter((later) => later.key === key && later.result.code === "applied")
      .map((later) => later.row.n);
    await deviceKinds[kind].applyResult(stores, deps, row, { ...result, appliedLater });
  }
  return touched;
}

/**
 * Applies one page of changes and moves the cursors, in one transaction. Returns the keys of changed
 * entities, or null if the page doesn't start at this device's cursors.
 */
async function applyPage(
  stores: DeviceWriteStores,
  deps: DeviceSyncDeps,
  page: Extract<PullResponse, { type: "page" }>,
): Promise<string[] | null> {
  const cursors = await followedCursors(stores);
  // A page with a scope that is no longer followed doesn't fit either: it would add its cursor again.
  const fits = Object.entries(page.from).every(([scope, seq]) => cursors[scope] === seq);
  if (!fits || page.epoch !== (await stores.meta.get(serverEpochKey))) return null;
  await logLostChoices(stores, deps, page.changes);
  const touched = await applyChanges(stores, page.changes);
  await markMet(stores, touched);
  for (const [scope, seq] of scopeEntries(page.next)) await stores.cursors.set(scope, seq);
  return touched;
}

/** Returns true if every followed scope has a cursor past its beginning. */
async function areAllBegun(stores: DeviceWriteStores): Promise<boolean> {
  return [...(await stores.cursors.all()).values()].every((seq) => seq > 0);
}

const nothingWaited = { isEvicted: false, isBegun: false };

/**
 * Runs steps that need a complete pull: evicts leftovers and orphans, and follows left scopes again. Does nothing
 * unless every followed scope is downloaded.
 */
async function judgeWaiting(stores: DeviceWriteStores): Promise<typeof nothingWaited> {
  if (!(await areAllBegun(stores))) return nothingWaited;
  const isMissed = await sweepMissed(stores);
  const isSwept = (await sweepLeftOver(stores)) || isMissed;
  const follows = new Set((await stores.cursors.all()).keys());
  const isEvicted = (await evictOrphans(stores, follows)) || isSwept;
  return { isEvicted, isBegun: await endLeaving(stores) };
}

/** Logs when an incoming row overrides a visibility that was chosen on this device (S4a). */
async function logLostChoices(
  stores: DeviceWriteStores,
  { clock }: Pick<DeviceSyncDeps, "clock">,
  changes: readonly WireChange[],
): Promise<void> {
  // The page may include a memo once per scope.
  const memos = new Map(
    changes.filter(({ kind }) => kind === "memo").map((change) => [change.entity, change]),
  );
  for (const change of memos.values()) {
    if (await losesOwnChoice(stores, clock, change)) await logVisibilityClash(stores, clock);
  }
}
