import { commitMemo, entityOf } from "@tidemark/core/commit";
import { hold } from "./failure.ts";
import { isLacked } from "./older-peers.ts";
import type { ReplicaFile } from "./replica-file.ts";
import type { World } from "./world.ts";
import type { Writer } from "./writer.ts";

/**
 * Data of a newer version that this version doesn't know: a field of a memo, and a kind of entity. The
 * field is stored as this code stores unknown fields, and sent as a newer app would send it.
 */
export const unknownField = "mood";
const unknownKind = "habit";

/** Sets the unknown field of one of the user's memos, as a newer app does. */
export async function setUnknown(
  world: World,
  { process, caller, file, name }: Writer,
  { memo: id, to }: { readonly memo: string; readonly to: number },
): Promise<void> {
  const { journal, clock } = process.memoDeps;
  await process.database.write(async (stores) => {
    const record = await stores.memos.find(id);
    if (record === null || record.creator !== caller.name) return;
    await commitMemo(stores, journal, {
      before: await entityOf(stores, record),
      ops: [
        {
          kind: "memo.set",
          entity: id,
          stamp: clock.tick(),
          set: {},
          extra: { [unknownField]: to },
        },
      ],
      caller,
      textReason: "edit",
      atMs: clock.nowMs(),
    });
  });
  if (file.memos().get(id)?.extra[unknownField] !== to) return;
  const known = world.unknownFields.get(id) ?? { writers: new Set(), values: [] };
  known.writers.add(name);
  known.values.push(to);
  world.unknownFields.set(id, known);
}

/**
 * Converts a message to a newer version's form: this version's `extra` fields are among the known ones.
 */
export function asNewer<T>(message: T): T {
  if (Array.isArray(message)) return message.map(asNewer) as T;
  if (typeof message !== "object" || message === null) return message;
  const { extra, fields, set, ...others } = message as Record<string, object | undefined>;
  if (extra === undefined || (fields === undefined && set === undefined)) {
    return Object.fromEntries(
      Object.entries(message).map(([name, value]) => [name, asNewer(value)]),
    ) as T;
  }
  return {
    ...others,
    ...(fields ? { fields: { ...fields, ...extra } } : { set: { ...set, ...extra } }),
  } as T;
}

/** Adds a row of an unknown kind to a page. */
export function withUnknownKind<T>(value: T): T {
  const page = value as { type?: string; changes?: { scope: string; seq: number }[] };
  const last = page.changes?.at(-1);
  if (page.type !== "page" || last === undefined) return value;
  const { scope, seq } = last;
  const thing = { scope, seq, kind: unknownKind, entity: `h${seq}`, op: "up", row: { days: seq } };
  return { ...value, changes: [...(page.changes ?? []), thing] };
}

/** I11, R9 · rows of a page that this version doesn't know are deferred for a later version. */
export function checkDeferred(name: string, file: ReplicaFile, value: unknown): void {
  const { changes = [] } = value as { changes?: { kind: string; entity: string }[] };
  const kept = new Set(
    file
      .all<{ kind: string; entity: string }>("SELECT kind, entity FROM deferred")
      .map(({ kind, entity }) => `${kind} ${entity}`),
  );
  for (const { kind, entity } of changes) {
    const isUnknown = kind === unknownKind || isLacked(kind);
    hold("I11", !isUnknown || kept.has(`${kind} ${entity}`), () => {
      return `${name} took a page and forgot ${kind} ${entity}`;
    });
  }
}

/** I11 · a field that this version doesn't know survives being synced through it. */
export function checkUnknownFields(world: World, isExcused: (memo: string) => boolean): void {
  for (const [id, { writers, values }] of world.unknownFields) {
    const memo = world.server.file.memos().get(id);
    if (memo === undefined || isExcused(id)) continue;
    const is = memo.extra[unknownField] as number;
    // The field has no stamp: of two writers, the last to arrive wins.
    const isRight = writers.size === 1 ? is === values.at(-1) : values.includes(is);
    hold("I11", isRight, () => {
      return `${unknownField} of ${id} is ${is}, ${[...writers].join()} wrote ${values.join()}`;
    });
  }
}
