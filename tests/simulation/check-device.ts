import { isDeepStrictEqual } from "node:util";
import { type MemoEntity, type MemoRecord, sharedScope } from "@tidemark/core/model";
import { applyMemoOp, isMemoOp } from "@tidemark/core/merge";
import { accountKey, isHeld, serverEpochKey } from "@tidemark/core/sync/device";
import type { Selectable } from "kysely";
import type { EntityBaseTable } from "../../packages/db/src/schema/device-sync-tables.ts";
import { checkDeviceRegisters } from "./check-registers.ts";
import { checkDerived } from "./check-server.ts";
import { checkValues } from "./check-values.ts";
import { hold } from "./failure.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { waitingIn } from "./waiting-ops.ts";
import { countWords } from "./words.ts";
import type { SimDevice, World } from "./world.ts";

/** Checks the laws that hold for a device at any time. */
export async function checkDevice(world: World, device: SimDevice): Promise<void> {
  const version = device.file.version();
  if (version === device.checkedVersion) return;
  device.checkedVersion = version;
  checkDerived(device.name, device.file);
  await checkCursors(world, device);
  await checkViews(device);
  checkReadable(device);
  checkDeviceRegisters(world, device);
  checkValues(world, device.name, device.file);
  await checkWords(world, device);
}

/**
 * I6 · within an epoch, no cursor of a followed scope moves back. Exception: all restart at 0 after the
 * feed was compacted, or after the device dropped its deferred rows.
 */
async function checkCursors(world: World, device: SimDevice): Promise<void> {
  const now = await device.file.peek.read(async ({ meta, cursors }) => ({
    epoch: await meta.get(serverEpochKey),
    seqs: await cursors.all(),
  }));
  const oldest = Math.min(...[...device.cursors.seqs.values()].filter((seq) => seq > 0));
  // Deferred rows aren't evaluated when a scope is left: the other scopes deliver their rows again.
  const isDeferred = device.file.all("SELECT entity FROM deferred LIMIT 1").length > 0;
  // The page that removed a scope may also have delivered deferred rows.
  const isLeft = [...device.cursors.seqs.keys()].some((scope) => !now.seqs.has(scope));
  const hadDeferred = device.hasDeferred || (isLeft && defers(world, device));
  const isCompacted = oldest < feedFloor(world) || (hadDeferred && !isDeferred);
  const startsOver = isCompacted && [...now.seqs.values()].every((seq) => seq === 0);
  device.hasDeferred = isDeferred;
  if (now.epoch === device.cursors.epoch && !startsOver) {
    for (const [scope, seq] of device.cursors.seqs) {
      const next = now.seqs.get(scope);
      // A scope that was left starts at 0 when it is followed again.
      if (next === undefined) continue;
      hold("I6", next >= seq, () => `${device.name} goes back in ${scope} from ${seq} to ${next}`);
    }
  }
  device.cursors = now;
}

function defers({ script, older }: World, device: SimDevice): boolean {
  return script.isNewer === true || older.has(device.name);
}

function feedFloor({ server }: World): number {
  const [row] = server.file.all<{ value: string }>(
    "SELECT value FROM meta WHERE key = 'feed_floor_seq'",
  );
  return Number(row?.value ?? 0);
}

/** I6, I13 · the view is the server's version with the pending operations applied, and nothing else. */
async function checkViews(device: SimDevice): Promise<void> {
  const memos = device.file.memos();
  const account = await device.file.peek.read(({ meta }) => meta.get(accountKey));
  if (account === null) return;
  const ops = await waitingIn(device.file);
  const waiting = new Set(ops.flatMap((op) => (isMemoOp(op) ? [op.entity] : [])));
  const bases = device.file.all<BaseColumns>(
    "SELECT * FROM entity_base WHERE entity NOT LIKE '%:%'",
  );
  for (const { entity } of bases) {
    hold("I6", waiting.has(entity), () => `${device.name} keeps a base of ${entity} for nothing`);
  }
  const checked = new Map<string, CheckedView>();
  for (const id of waiting) {
    const now: CheckedView = {
      view: memos.get(id),
      base: bases.find(({ entity }) => entity === id),
      ops: JSON.stringify(ops.filter((op) => op.entity === id)),
    };
    const last = checkedViews.get(device)?.get(id);
    if (last === undefined || !isSameView(last, now)) await checkView(device, id, now.view);
    checked.set(id, now);
  }
  checkedViews.set(device, checked);
}

type BaseColumns = Selectable<EntityBaseTable>;

/** Everything that the check of a memo's view depends on. */
interface CheckedView {
  readonly view: MemoRecord | undefined;
  readonly base: BaseColumns | undefined;
  readonly ops: string;
}

/** Last checked views of the memos with waiting operations. */
const checkedViews = new WeakMap<SimDevice, ReadonlyMap<string, CheckedView>>();

function isSameView(a: CheckedView, b: CheckedView): boolean {
  return a.view === b.view && a.ops === b.ops && isDeepStrictEqual(a.base, b.base);
}

async function checkView(
  device: SimDevice,
  id: string,
  view: MemoRecord | undefined,
): Promise<void> {
  const { base, operations } = await device.file.peek.write(async ({ bases, outbox }) => ({
    base: await bases.get(id),
    operations: await outbox.waitingOn(id),
  }));
  hold("I6", base !== undefined, () => `${device.name} has no base for what waits of ${id}`);
  let wanted = base?.entity ?? null;
  for (const { op } of operations) {
    const applied = isMemoOp(op) ? applyMemoOp(wanted, op) : null;
    if (applied?.ok === true) wanted = applied.value.entity;
  }
  hold("I6", visible(view) === visible(wanted?.row), () => {
    return `${device.name} shows ${visible(view)} of ${id}, not ${visible(wanted?.row)}`;
  });
}

/**
 * Returns the fields that a reader sees. Stamps are left out: those of joined operations differ until
 * they are acknowledged.
 */
function visible(row: MemoEntity["row"] | MemoRecord | undefined): string {
  if (row === undefined) return "nothing";
  const { content, state, visibility, space, pinned, deletedMs, location, createdMs } = row;
  return JSON.stringify({
    content,
    state,
    visibility,
    space,
    pinned,
    deletedMs,
    location,
    createdMs,
  });
}

/** I3 · after a pull, a device has no memo that its user may not read, and none reappears. */
function checkReadable(device: SimDevice): void {
  const { lastPull } = device;
  if (lastPull === null || device.cursors.epoch !== lastPull.epoch) return;
  const held = [
    ...device.file.memos().values(),
    ...device.file
      .all<{ row: string | null }>("SELECT row FROM entity_base WHERE entity NOT LIKE '%:%'")
      .flatMap(({ row }) => (row === null ? [] : [JSON.parse(row) as MemoRecord])),
  ];
  const stated = new Set(
    device.file
      .all<{ entity: string }>("SELECT entity FROM outbox WHERE state <> 'rejected'")
      .map((row) => row.entity),
  );
  for (const memo of held) {
    const { id, seq, creator, parent } = memo;
    // A user may read their own memos, and the page can't cover newer ones. A pending comment may be
    // reasserted from before the server was restored.
    const isOwn = creator === device.user && (parent === null || stated.has(id));
    // A pending memo of a scope that was left is hidden, and is evicted with the response.
    const scope = sharedScope(memo);
    const isLeft = stated.has(id) && scope !== null && !device.cursors.seqs.has(scope);
    if (isOwn || isLeft || seq > lastPull.headSeq) continue;
    hold("I3", lastPull.readable.has(id), () => {
      return `${device.name} of ${device.user} holds ${id} at ${seq}, hidden by ${lastPull.headSeq}`;
    });
  }
}

/**
 * I4, I6, R12 · a device shows each word once, and keeps showing it until a user removes it. A refused text of an
 * own memo stays in the memo; only that of another user's memo leaves it.
 */
async function checkWords(world: World, device: SimDevice): Promise<void> {
  const shown = new Map<string, ReadonlySet<string>>();
  // The memo was purged; its pending operations are dropped with the response.
  const purged = new Set(
    device.file
      .all<{ entity: string }>("SELECT entity FROM entity_base WHERE row IS NULL")
      .map((row) => row.entity),
  );
  for (const id of device.shown.keys()) checkGone(world, device, id);
  for (const { id, content, creator } of device.file.memos().values()) {
    if (creator !== device.user && creator !== "users/local") device.othersMemos.add(id);
    const doubled = world.ledger.doubled(content);
    hold("I4", doubled.length === 0, () => `${device.name} has ${doubled.join()} twice in ${id}`);
    const words = new Set(countWords(content).keys());
    for (const word of device.shown.get(id) ?? []) {
      const fate = world.ledger.fate(word);
      if (words.has(word) || fate === undefined || fate.wasRemoved || fate.isLost) continue;
      if (purged.has(id) && fate.wasOnServer) continue;
      const isRefused = !fate.wasOnServer && (await rejectedContents(device)).includes(word);
      hold("I6", isRefused, () => `${device.name} no longer shows ${word} in ${id}: ${content}`);
    }
    shown.set(id, words);
  }
  device.shown = shown;
}

/**
 * R12 · a memo that leaves a device takes no word with it that only its writer has, unless a user removed it or
 * the memo is another user's. A purge also ends words that a server had and lost by a restore.
 */
function checkGone(world: World, device: SimDevice, id: string): void {
  if (device.file.memos().has(id) || device.othersMemos.has(id)) return;
  for (const word of device.shown.get(id) ?? []) {
    const fate = world.ledger.fate(word);
    if (fate === undefined || fate.wasRemoved || fate.isLost || fate.wasOnServer) continue;
    if (fate.wasSent && isPurged(world.server.file, id)) continue;
    hold("R12", false, () => `${device.name} no longer lists ${id} with ${word}`);
  }
}

/** Returns true if the server has a memo's removal. */
export function isPurged(server: ReplicaFile, id: string): boolean {
  return server
    .all<{ entity: string }>("SELECT entity FROM tombstone")
    .some(({ entity }) => entity === id);
}

/** Returns the texts stored with rejected operations, and those of held memos. */
export async function rejectedContents(device: SimDevice): Promise<string> {
  const rows = await device.file.peek.read(({ outbox }) => outbox.rejected(1000));
  const memos = device.file.memos();
  return rows
    .map((row) => {
      const { content } = JSON.parse(row.error ?? "{}") as { content?: string | null };
      return content ?? (isHeld(row) ? memos.get(row.op.entity)?.content : null) ?? "";
    })
    .join("\n");
}
