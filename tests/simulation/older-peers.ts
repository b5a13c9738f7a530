import { hold } from "./failure.ts";
import type { SimDevice, World } from "./world.ts";

/**
 * Peers of the version before this one, which lacks the kinds of what users keep for themselves. An
 * older server does not name them in its hello; to an older device they have names that it does not
 * know. Both are this version's code otherwise.
 */
const lackedKinds: readonly string[] = ["setting", "view"];
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
    lackedKinds.includes(change.kind) ? { ...change, kind: prefix + change.kind } : change,
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

/** I11 · what is set aside on an older device is what the server has for its user, no more, no less. */
export function checkKeptAside(
  device: SimDevice,
  wanted: ReadonlyMap<string, { readonly stamp: string; readonly value: unknown }>,
): void {
  const kept = new Map<string, string>();
  const rows = device.file.all<{ kind: string; entity: string; payload: string }>(
    `SELECT kind, entity, payload FROM deferred WHERE kind LIKE '${prefix}%'`,
  );
  for (const { kind, entity, payload } of rows) {
    const { op, row } = JSON.parse(payload) as { op: string; row?: { stamp: string } };
    if (op === "up") kept.set(`${kind.slice(prefix.length)} ${entity}`, row?.stamp ?? "");
  }
  for (const [key, { stamp }] of wanted) {
    hold("I11", kept.get(key) === stamp, () => `${device.name} set aside no ${key} of ${stamp}`);
  }
  for (const key of kept.keys()) {
    hold("I11", wanted.has(key), () => `${device.name} still has ${key} set aside`);
  }
}
