import { type RegisterKind, registerKinds } from "@tidemark/core/merge";
import type { PushRequest } from "@tidemark/core/sync/protocol";
import { stampMs, type Stamp, type Scope } from "@tidemark/core/model";
import { syncOpSchema, type SyncOp } from "@tidemark/core/merge";
import { hold } from "./failure.ts";
import type { Message } from "./network.ts";
import { checkAllDeferred, isOlder } from "./older-peers.ts";
import { type RegisterHistory, writeIn } from "./register-ledger.ts";
import type { ReplicaFile } from "./replica-file.ts";
import type { SimDevice, World } from "./world.ts";

interface Row {
  readonly user: string;
  readonly kind: RegisterKind;
  readonly id: string;
  /** JSON. */
  readonly value: string;
  readonly stamp: Stamp;
  readonly seq: number;
}

const read = new WeakMap<ReplicaFile, { readonly version: number; readonly rows: Row[] }>();

/** Returns all registers of a database. Cached until the next write. */
export function registersIn(file: ReplicaFile): readonly Row[] {
  const version = file.version();
  const known = read.get(file);
  if (known?.version === version) return known.rows;
  const rows = file.all<Row>("SELECT * FROM register ORDER BY user, kind, id");
  read.set(file, { version, rows });
  return rows;
}

/** C5, I12 · no register is stamped far ahead, and the feed lists each once, for its owner. */
export function checkServerRegisters({ server, nowMs }: World): void {
  const rows = registersIn(server.file);
  for (const { user, kind, id, stamp } of rows) {
    const aheadMs = stampMs(stamp) - nowMs;
    hold("C5", aheadMs <= 61_000, () => `${kind} ${id} of ${user} is ${aheadMs} ms ahead`);
  }
  const fed = server.file.all<{ scope: string; kind: string; entity: string; seq: number }>(
    "SELECT scope, kind, entity, seq FROM feed WHERE kind IN ('setting', 'view') AND op = 'up'",
  );
  const is = fed.map(({ scope, kind, entity, seq }) => `${scope} ${kind} ${entity} ${seq}`);
  const wanted = rows.map(({ user, kind, id, seq }) => `u:${user.slice(6)} ${kind} ${id} ${seq}`);
  hold("I12", is.toSorted().join() === wanted.toSorted().join(), () => {
    return `the feed has ${is.join()} of the registers ${wanted.join()}`;
  });
}

/**
 * I3 · a device has no register of another user, and no deferred row of a scope that it left. I6 · the
 * view shows the pending value.
 */
export function checkDeviceRegisters(world: World, device: SimDevice): void {
  const rows = registersIn(device.file);
  const deferred = device.file.all<{ payload: string }>("SELECT payload FROM deferred");
  for (const { payload } of deferred) {
    const { scope, op } = JSON.parse(payload) as { scope: Scope; op: string };
    const isFollowed = device.cursors.seqs.has(scope) || op !== "up";
    hold("I3", isFollowed, () => `${device.name} left ${scope} and has ${payload} set aside`);
  }
  const values = [...rows.map(({ value }) => value), ...deferred.map(({ payload }) => payload)];
  for (const value of values) checkOwner(world, device.user, value, `${device.name} holds`);
  const waiting = device.file.all<{ op: string }>(
    `SELECT op FROM outbox WHERE state IN ('pending', 'blocked')
       AND (entity LIKE 'setting:%' OR entity LIKE 'view:%') ORDER BY abs(n)`,
  );
  const last = new Map<string, { kind: string; stamp: string; value?: unknown }>();
  for (const { op } of waiting) {
    const read = JSON.parse(op) as { kind: string; entity: string; stamp: string };
    last.set(`${read.kind.split(".")[0]} ${read.entity}`, read);
  }
  for (const [key, { kind, stamp, value = null }] of last) {
    const shown = rows.find((row) => `${row.kind} ${row.id}` === key);
    const isShown =
      shown !== undefined &&
      (shown.stamp > stamp || JSON.stringify(value) === JSON.stringify(JSON.parse(shown.value)));
    hold("I6", isShown, () => {
      return `${device.name} shows ${shown?.value} of ${key}, ${kind} to ${JSON.stringify(value)} waits`;
    });
  }
}

function checkOwner(world: World, user: string, text: string, words: string): void {
  const number = writeIn(text);
  const owner = number === null ? undefined : world.registers.ownerOf(number);
  hold("I3", owner === undefined || owner === user, () => `${words} ${text} of ${owner}`);
}

/** Registers of the server before a push. */
export type RegistersBefore = ReadonlyMap<string, Row>;

export function observeRegisters({ server }: World): RegistersBefore {
  return new Map(registersIn(server.file).map((row) => [keyOf(row), row]));
}

function keyOf({ user, kind, id }: Pick<Row, "user" | "kind" | "id">): string {
  return `${user} ${kind} ${id}`;
}

/** I3 · no response contains another user's registers. */
export function checkRegisterAnswer(world: World, user: string, value: unknown): void {
  for (const row of rowsIn(value)) checkOwner(world, user, row, `an answer told ${user}`);
}

function rowsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, value: kept, stamp } = value as Record<string, unknown>;
  if (typeof id === "string" && typeof stamp === "string" && kept !== undefined) {
    return [JSON.stringify(kept)];
  }
  return Object.values(value).flatMap(rowsIn);
}

interface Answered {
  readonly results: readonly { readonly n: number; readonly code: string }[];
}

/** I6 · a register that was set on top of the server's current version has the new value. */
export function checkRegisterPush(
  world: World,
  message: Message,
  answer: Answered,
  before: {
    readonly lastN: number;
    readonly newestMoved: Stamp | null;
    readonly registers: RegistersBefore;
  },
): void {
  const user = world.devices.get(message.device)?.user ?? "";
  const { ops: sent, epoch, clientNowMs } = message.payload as PushRequest;
  const ops = sent.flatMap(({ n, op }) => {
    const kind = registerKindOf(op);
    const read = kind === null ? null : syncOpSchema.safeParse(op);
    return kind === null || read?.success !== true ? [] : [{ n, kind, op: read.data }];
  });
  if (ops.length === 0) return;
  const now = observeRegisters(world);
  const seen = new Set<string>();
  for (const { n, kind, op } of ops) {
    const key = keyOf({ user, kind, id: op.entity });
    const isFirst = !seen.has(key);
    seen.add(key);
    const found = { user, kind, id: op.entity, stamp: op.stamp };
    // A stamp that an earlier push of the stream moved also delays this one: it is ordered behind it.
    const behindMs = stampMs(before.newestMoved ?? op.stamp) - stampMs(op.stamp);
    world.registers.heard(found, Math.max(world.nowMs - clientNowMs, behindMs));
    const isApplied = answer.results.some((one) => one.n === n && one.code === "applied");
    const isLast = !ops.some((later) => later.n > n && sameEntity(later.op, op));
    if (n <= before.lastN || !isFirst || !isLast || !isApplied) continue;
    const write = world.registers.find(message.device, kind, op.entity, op.stamp);
    if (write?.onTopOf?.epoch !== epoch) continue;
    if (write.onTopOf.seq !== (before.registers.get(key)?.seq ?? 0)) continue;
    const is = now.get(key)?.value ?? "null";
    hold("I6", is === write.value, () => {
      return `${message.device} set ${key} to ${write.value} in view of the server's: ${is}`;
    });
  }
}

function sameEntity(a: SyncOp, b: SyncOp): boolean {
  return a.entity === b.entity && a.kind.split(".")[0] === b.kind.split(".")[0];
}

export function registerKindOf({ kind }: { readonly kind: string }): RegisterKind | null {
  return registerKinds.find((each) => kind.startsWith(`${each}.`)) ?? null;
}

/** Checks the laws for registers after all replicas have synced everything. */
export function checkRegistersAtRest(world: World): void {
  const rows = registersIn(world.server.file);
  for (const device of world.devices.values()) checkView(world, device, rows);
  const now = new Map(rows.map((row) => [keyOf(row), row.value]));
  const refused = refusedKeys(world);
  for (const history of world.registers.histories()) {
    const [first] = history.writes;
    if (first !== undefined && !refused.has(keyOf(first))) checkHistory(world, history, now);
  }
}

/** Returns the keys of registers with a rejected operation on a device. */
function refusedKeys({ devices }: World): ReadonlySet<string> {
  const keys = [...devices.values()].flatMap(({ user, file }) =>
    file
      .all<{ entity: string }>("SELECT entity FROM outbox WHERE state = 'rejected'")
      .map(({ entity }) => `${user} ${entity.replace(":", " ")}`),
  );
  return new Set(keys);
}

/** I1 · a device has the server's registers of its user; a removed register has no value. */
function checkView(world: World, device: SimDevice, all: readonly Row[]): void {
  if (!device.isBound || isOlder(world, "server")) return;
  if (isOlder(world, device.name)) {
    for (const kind of registerKinds) {
      const own = all.filter((row) => row.user === device.user && row.kind === kind);
      checkAllDeferred(device, kind, new Map(own.map(({ id, seq }) => [id, seq])));
    }
    return;
  }
  const shown = registersIn(device.file).map(heard);
  const wanted = all.filter(({ user }) => user === device.user).map(heard);
  hold("I1", shown.join() === wanted.join(), () => {
    return `${device.name} has ${shown.join()}, the server ${wanted.join()}`;
  });
}

function heard({ user, kind, id, value, stamp, seq }: Row): string {
  const isGone = value === "null";
  return isGone ? "" : [user, kind, id, value, stamp, seq].join(" ");
}

/** S3, C5 · a register has the last value of its only writer, or else the last one by time. */
function checkHistory(
  world: World,
  { writes, isTimed, hasOthers, newest }: RegisterHistory,
  now: ReadonlyMap<string, string>,
): void {
  const last = writes.at(-1);
  if (last === undefined || !writes.every((write) => isNotified(world, write.writer))) return;
  const key = keyOf(last);
  const is = now.get(key) ?? "null";
  const words = (): string => {
    const all = writes.map(({ writer, value, atMs }) => `${writer} ${value} at ${atMs}`);
    return `${key} is ${is}, written ${all.join(", ")}`;
  };
  const isOnes = writes.every(({ writer }) => writer === last.writer);
  if (isOnes && !hasOthers) hold("S3", is === last.value, words);
  const isClear = writes.every(
    ({ writer, atMs }) => writer === last.writer || last.atMs - atMs > clearMs,
  );
  if (isTimed && isClear) hold("C5", is === last.value, words);
  if (newest !== null) hold("I10", is === newest.value, words);
  const isAny = is === "null" || hasOthers || writes.some(({ value }) => value === is);
  hold("S7", isAny, words);
}

/** Time between two writes beyond which the later one always has the later stamp. */
const clearMs = 75_000;

/** True if the server has received all writes of a peer. */
function isNotified(world: World, writer: string): boolean {
  const device = world.devices.get(writer);
  if (isOlder(world, "server")) return false;
  return device === undefined || device.isBound;
}
