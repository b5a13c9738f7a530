import { hold } from "./failure.ts";
import type { SimDevice, World } from "./world.ts";

/**
 * Peers of versions before this one. An older server lacks the kinds of what users keep for
 * themselves, and does not name them in its hello; an older device lacks attachments too, and to it
 * these kinds have names that it does not know. Both are this version's code otherwise.
 */
const lackedKinds: readonly string[] = ["setting", "view"];
const lackedByDevices: readonly string[] = [...lackedKinds, "attachment"];
const prefix = "later-";

/** Whether a peer (`server`, or a device) is still of that version. */
export function isOlder(world: World, peer: string): boolean {
  return world.older.has(peer);
}

/** An answer as peers of these versions say and understand it. */
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

/** I11 · a server is not sent what its hello does not name. */
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

/** The name that a kind has in this version; null for one that an older device knew too. */
export function nowCalled(kind: string): string | null {
  return isLacked(kind) ? kind.slice(prefix.length) : null;
}

/** Whether a change on a page is of a kind that its older device does not know. */
export function isLacked(kind: string): boolean {
  return kind.startsWith(prefix);
}

/**
 * I11 · what is set aside of a kind on an older device is what the server has for its user, no more
 * and no less. `wanted`: the seq of each, by id.
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
