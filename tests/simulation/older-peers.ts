import { hold } from "./failure.ts";
import type { SimDevice, World } from "./world.ts";

/**
 * Peers of versions before this one. An older server lacks the kinds of settings and views, and doesn't
 * list them in its hello. An older device lacks attachments too, and receives all these kinds under
 * unknown names. Apart from this, both run this version's code.
 */
const lackedKinds: readonly string[] = ["setting", "view"];
const lackedByDevices: readonly string[] = [...lackedKinds, "attachment"];
const prefix = "later-";

/** Returns true while a peer (`server` or a device) is of the older version. */
export function isOlder(world: World, peer: string): boolean {
  return world.older.has(peer);
}

/** Converts a response to what peers of these versions send and understand. */
export function asOlder(world: World, device: string, value: unknown): unknown {
  const answer = value as { kinds?: readonly string[]; changes?: readonly { kind: string }[] };
  if (isOlder(world, "server") && answer.kinds !== undefined) {
    return { ...answer, kinds: answer.kinds.filter((kind) => !lackedKinds.includes(kind)) };
  }
  if (!isOlder(world, device) || answer.changes === undefined) return value;
  const changes = answer.changes.map((change) =>
    lackedByDevices.includes(change.kind) ? { ...change, kind: prefix + change.kind } : change,
  );
  return { ...answer, changes };
}

/** I11 · a server is only sent kinds that its hello lists. */
export function checkUnderstood(world: World, device: string, payload: unknown): void {
  if (!isOlder(world, "server")) return;
  const { ops = [] } = payload as { ops?: readonly { op: { kind: string } }[] };
  for (const { op } of ops) {
    const [kind = ""] = op.kind.split(".");
    hold("I11", !lackedKinds.includes(kind), () => {
      return `${device} sent ${op.kind} to a server that does not know it`;
    });
  }
}

/** Returns a kind's name in this version, or null if an older device also knows it. */
export function nowCalled(kind: string): string | null {
  return isLacked(kind) ? kind.slice(prefix.length) : null;
}

/** Returns true if the older device doesn't know the kind of a change. */
export function isLacked(kind: string): boolean {
  return kind.startsWith(prefix);
}

/**
 * I11 · an older device defers exactly the rows of a kind that the server has for its user. `wanted` maps
 * ids to their seq.
 */
export function checkAllDeferred(
  device: SimDevice,
  kindWanted: string,
  wanted: ReadonlyMap<string, number>,
): void {
  const kept = new Map<string, number>();
  const rows = device.file.all<{ kind: string; entity: string; payload: string }>(
    `SELECT kind, entity, payload FROM deferred WHERE kind = '${prefix}${kindWanted}'`,
  );
  for (const { entity, payload } of rows) {
    const { op, row } = JSON.parse(payload) as { op: string; row?: { seq: number } };
    if (op === "up") kept.set(entity, row?.seq ?? 0);
  }
  for (const [id, seq] of wanted) {
    hold("I11", kept.get(id) === seq, () => {
      return `${device.name} set ${kindWanted} ${id} aside at ${kept.get(id)}, it is at ${seq}`;
    });
  }
  for (const id of kept.keys()) {
    hold("I11", wanted.has(id), () => `${device.name} still has ${kindWanted} ${id} set aside`);
  }
}
