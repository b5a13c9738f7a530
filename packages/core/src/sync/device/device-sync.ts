import type { DeviceDatabase, DeviceWriteStores } from "../../stores/device-database.ts";
import type { OutboxRow } from "../../stores/sync-stores.ts";
import { attachProofs } from "./attach-proofs.ts";
import type { HybridClock } from "../../clock/hybrid-clock.ts";
import { deviceKinds, replayDeferred, takeChanges } from "./kinds/device-kinds.ts";
import {
  evictPublicPart,
  endLeaving,
  followedCursors,
  followOffered,
  isOffered,
  setFollowPublic,
} from "./scopes/followed-scopes.ts";
import { evictOrphans } from "./kinds/device-memos.ts";
import {
  markMet,
  nextSnapshot,
  restartSnapshots,
  sweepLeftOver,
  takeSnapshotPage,
} from "./scopes/device-snapshot.ts";
import { noteServerKinds } from "./outbox/held-operations.ts";
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
import { notePackingDue, packIndexes } from "./pack-indexes.ts";
import { reassertReactions } from "./outbox/reassert-reactions.ts";
import { entityKey, kindOf, memoKeys } from "../../merge/sync-op.ts";
import { isUserScope, type Scope, scopeEntries, scopesIn } from "../../model/scope.ts";
import type { SyncTransport } from "../protocol/sync-transport.ts";
import { accountKey, serverUrlKey, serverEpochKey, streamIdKey } from "../profile/profile-keys.ts";
import type { UserReference } from "../../names/names.ts";

export interface DeviceSyncDeps {
  readonly database: DeviceDatabase;
  readonly clock: HybridClock;
  /** The device's own clock, uncorrected, epoch ms. */
  readonly wallMs: () => number;
  /** A fresh random id, never used before. */
  readonly newStreamId: () => string;
  /** Memos that a sync changed; null: any of them. */
  readonly onMemos: (ids: readonly string[] | null) => void;
  /** Something else than memos changed. */
  readonly onOthers?: () => void;
  /** Lets everything else that waits on this thread have its turn, between parts of long work. */
  readonly pause?: () => Promise<void>;
}

/** The two sides cannot talk until one of them is updated. */
export class ProtocolMismatch extends Error {
  readonly older: "server" | "app";
  constructor(older: "server" | "app") {
    super(older === "server" ? "the server is too old" : "this app is too old");
    this.older = older;
  }
}

/** The device's side of the sync protocol, free of transport and of timers (docs/sync.md, R1–R19). */
export interface DeviceSync {
  /** Binds the profile to the account that `hello` answered for, keeping everything written so far. */
  adopt(hello: Hello, serverUrl: string): Promise<void>;
  /** Checks versions, clock and epoch. To be called when a connection begins. */
  greet(transport: SyncTransport): Promise<Hello>;
  /** Sends the outbox until it is empty. Returns how many operations the server answered. */
  push(transport: SyncTransport): Promise<number>;
  /** Fetches until there is no more. Returns how many changes came. */
  pull(transport: SyncTransport): Promise<number>;
  /**
   * Begins or stops to keep what others show to everybody; the next pull brings it. What is not to be
   * kept is hidden at once and left to `evictUnfollowed`. The spaces that the user is in are followed
   * without being asked for.
   */
  setFollowPublic(isOn: boolean): Promise<void>;
  /**
   * Removes what is to be kept no more, in parts, also what a process before this one left. Each page
   * of a pull begins with it. `goesOn`: asked before each part; the rest stays for the next time.
   */
  evictUnfollowed(goesOn?: () => boolean): Promise<void>;
  /** Whether this device follows one of the scopes. */
  isFollowing(scopes: readonly Scope[]): Promise<boolean>;
}

/**
 * Most operations in a push of this device. Fewer than the protocol allows: both sides take a batch
 * in one transaction, and meanwhile everybody else on the server, and whoever types here, waits.
 */
const operationsAtOnce = 100;

const maxPushBytes = 1_000_000;

const maxPullBytes = 2_000_000;

export function createDeviceSync(deps: DeviceSyncDeps): DeviceSync {
  const { database } = deps;

  /** `keys` null: anything may have changed. */
  function notify(keys: readonly string[] | null): void {
    const memos = keys === null ? null : memoKeys(keys);
    if (memos === null || memos.length > 0) deps.onMemos(memos);
    if (keys === null || keys.length > (memos?.length ?? 0)) deps.onOthers?.();
  }

  /** Whoever writes meanwhile waits for one part at most. */
  async function evictUnfollowed(goesOn = (): boolean => true): Promise<void> {
    while (goesOn() && (await database.write(evictPublicPart))) await deps.pause?.();
  }

  /** From the epoch that an answer was about; one about an epoch that was left says nothing (R3). */
  async function switchEpoch(from: string | null, epoch: string): Promise<void> {
    await database.write(async (stores) => {
      if ((await stores.meta.get(serverEpochKey)) !== from) return;
      const user = await stores.meta.get(accountKey);
      if (user === null) throw new Error("a profile without an account cannot sync");
      await enterEpoch(stores, deps, epoch, user);
    });
    notify(null);
  }

  /** Fetches the scopes that are at their beginning whole. Returns how many rows came. */
  async function takeSnapshots(transport: SyncTransport): Promise<number> {
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
      // The user was in that space when the server was last heard of; the next page says so.
      if (response.type === "denied") break;
      taken += response.changes.length;
      const isOwnWhole = response.next === null && isUserScope(response.scope);
      const touched = await database.write(async (stores) => {
        if (isOwnWhole && taken > 0) await notePackingDue(stores);
        const cursors = await followedCursors(stores);
        return takeSnapshotPage(stores, response, cursors, async (changes) => {
          await logLostChoices(stores, deps, changes);
          return takeChanges(stores, changes, response.uptoSeq);
        });
      });
      notify(touched);
      // A server that nothing was ever written to leaves the cursor where it is.
      if (response.uptoSeq === 0) break;
    }
    await packIndexes(database, deps.pause);
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
        await noteServerKinds(stores, hello.kinds, deps.newStreamId);
        return stores.meta.get(serverEpochKey);
      });
      if (known !== hello.epoch) await switchEpoch(known, hello.epoch);
      const { replayed, isAnyChanged } = await database.write(async (stores) => {
        const touched = await replayDeferred(stores);
        // A page of the resync that may be running has brought them.
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
          // Only the answer to the epoch we are in says anything (R3).
          if (response.answers !== request.epoch) return answered;
          await switchEpoch(request.epoch, response.epoch);
          continue;
        }
        const touched = await database.write((stores) => takePushed(stores, deps, response));
        if (response.type === "results" && touched.length === 0) return answered;
        answered += touched.length;
        notify(touched);
      }
    },

    async pull(given) {
      const transport = attachProofs(database, given);
      let taken = 0;
      for (;;) {
        // Also what ceased to be followed while an answer was on its way.
        await evictUnfollowed();
        taken += await takeSnapshots(transport);
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
        const { touched, scopes, waited } = await database.write(async (stores) => {
          const page = await takePage(stores, deps, response);
          const follows = await followPage(stores, response);
          const isWhole = page !== null && !response.more && (await areAllBegun(stores));
          const judged = isWhole ? await judgeWaiting(stores) : nothingWaited;
          return { touched: page ?? [], scopes: follows, waited: judged };
        });
        taken += response.changes.length;
        notify(scopes.isEvicted || scopes.isRetitled || waited.isEvicted ? null : touched);
        if (!response.more && !scopes.isBegun && !waited.isBegun) {
          // A pull ends with nothing left of what ceased to be followed during its last call either.
          await evictUnfollowed();
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

/** Goes back to the beginning of every scope, unless another answer has brought this device past the floor. */
async function startOver(
  stores: DeviceWriteStores,
  { epoch, feedFloorSeq }: Extract<PullResponse, { type: "resync" }>,
): Promise<void> {
  const cursors = await followedCursors(stores);
  const isBelow = Object.values(cursors).some((seq) => seq > 0 && seq < feedFloorSeq);
  if (!isBelow || epoch !== (await stores.meta.get(serverEpochKey))) return;
  await restartSnapshots(stores, scopesIn(cursors));
}

/** Every switch of epoch takes a stream that was never used, and states what the user owns (R3). */
async function enterEpoch(
  stores: DeviceWriteStores,
  deps: DeviceSyncDeps,
  epoch: string,
  user: UserReference,
): Promise<void> {
  await stores.meta.set(serverEpochKey, epoch);
  await stores.meta.set(streamIdKey, deps.newStreamId());
  // Before what was parked or deferred goes: of the user's own memos it is asserted along.
  for (const kind of Object.values(deviceKinds)) {
    await kind.reassertOwn(stores, user, deps.clock.nowMs());
  }
  await restartSnapshots(stores, scopesIn(await followedCursors(stores)));
  await stores.evicted.reset();
  await stores.outbox.renumber();
}

/** Follows what a page says that the user may follow by now. Old servers say it in hello alone. */
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
  for (const row of await stores.outbox.pending(operationsAtOnce)) {
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

/** Takes the server's answer to a push. Answers for another stream are ignored (R2). */
async function takePushed(
  stores: DeviceWriteStores,
  deps: DeviceSyncDeps,
  response: Exclude<PushResponse, { type: "epoch-mismatch" }>,
): Promise<string[]> {
  if (response.streamId !== (await stores.meta.get(streamIdKey))) return [];
  if (response.type !== "results") {
    // A hole, or somebody else under this stream's name: a new stream, counted from one (R7).
    await stores.meta.set(streamIdKey, deps.newStreamId());
    await stores.outbox.renumber();
    return [];
  }
  const waiting = new Map(
    (await stores.outbox.pending(2 * operationsAtOnce)).map((row) => [row.n, row]),
  );
  const touched: string[] = [];
  for (const result of response.results) {
    const row = waiting.get(result.n);
    if (row === undefined) continue;
    const kind = kindOf(row.op);
    touched.push(entityKey(kind, result.entity));
    await deviceKinds[kind].takeResult(stores, deps, row, result);
  }
  return touched;
}

/**
 * Takes one page of changes and moves the cursors, all or nothing. Returns the keys of what changed;
 * null for a page that does not go on from where this device is.
 */
async function takePage(
  stores: DeviceWriteStores,
  deps: DeviceSyncDeps,
  page: Extract<PullResponse, { type: "page" }>,
): Promise<string[] | null> {
  const cursors = await followedCursors(stores);
  // One of a scope that is followed no more does not fit either: it would begin it again.
  const fits = Object.entries(page.from).every(([scope, seq]) => cursors[scope] === seq);
  if (!fits || page.epoch !== (await stores.meta.get(serverEpochKey))) return null;
  await logLostChoices(stores, deps, page.changes);
  const touched = await takeChanges(stores, page.changes);
  await markMet(stores, touched);
  for (const [scope, seq] of scopeEntries(page.next)) await stores.cursors.set(scope, seq);
  return touched;
}

/** Whether no followed scope is at its beginning. */
async function areAllBegun(stores: DeviceWriteStores): Promise<boolean> {
  return [...(await stores.cursors.all()).values()].every((seq) => seq > 0);
}

const nothingWaited = { isEvicted: false, isBegun: false };

/** What could only be judged once every followed scope is here: what goes, and what is followed again. */
async function judgeWaiting(stores: DeviceWriteStores): Promise<typeof nothingWaited> {
  const isSwept = await sweepLeftOver(stores);
  const follows = new Set((await stores.cursors.all()).keys());
  const isEvicted = (await evictOrphans(stores, follows)) || isSwept;
  return { isEvicted, isBegun: await endLeaving(stores) };
}

/** Says where a row that comes takes back what was chosen on this device (S4). */
async function logLostChoices(
  stores: DeviceWriteStores,
  { clock }: Pick<DeviceSyncDeps, "clock">,
  changes: readonly WireChange[],
): Promise<void> {
  // A memo may come with each scope that it is in.
  const memos = new Map(
    changes.filter(({ kind }) => kind === "memo").map((change) => [change.entity, change]),
  );
  for (const change of memos.values()) {
    if (await losesOwnChoice(stores, clock, change)) await logVisibilityClash(stores, clock);
  }
}
