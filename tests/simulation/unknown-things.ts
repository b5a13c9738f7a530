import { commitMemo, entityOf } from "@tidemark/core/commit";
import { hold } from "./failure.ts";
import { isLacked } from "./older-peers.ts";
import type { ReplicaFile } from "./replica-file.ts";
import type { World } from "./world.ts";
import type { Writer } from "./writer.ts";

/**
 * What a newer version says and this one has no name for: a field of a memo, and a kind of thing.
 * The field is written here as this code keeps it, and travels as a newer app would send it.
 */
export const unknownField = "mood";
const unknownKind = "habit";

/** A newer app sets its field of one of its user's memos. */
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

/** A message as a newer version says it: what this one keeps apart stands among the known fields. */
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

/** A page with a thing in it of a kind that came with a newer server. */
export function withUnknownKind<T>(value: T): T {
  const page = value as { type?: string; changes?: { scope: string; seq: number }[] };
  const last = page.changes?.at(-1);
  if (page.type !== "page" || last === undefined) return value;
  const { scope, seq } = last;
  const thing = { scope, seq, kind: unknownKind, entity: `h${seq}`, op: "up", row: { days: seq } };
  return { ...value, changes: [...(page.changes ?? []), thing] };
}

/** I11, R9 · what a page brought and this version does not know is kept for the next one. */
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

/** I11 · a field that this version has no name for is not lost on its way through it. */
export function checkUnknownFields(world: World, isExcused: (memo: string) => boolean): void {
  for (const [id, { writers, values }] of world.unknownFields) {
    const memo = world.server.file.memos().get(id);
    if (memo === undefined || isExcused(id)) continue;
    const is = memo.extra[unknownField] as number;
    // Without a stamp of its own the field of two writers is whose came last.
    const isRight = writers.size === 1 ? is === values.at(-1) : values.includes(is);
    hold("I11", isRight, () => {
      return `${unknownField} of ${id} is ${is}, ${[...writers].join()} wrote ${values.join()}`;
    });
  }
}
