import { nextUpdateMs } from "../clock/update-time.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import { stampOf, type MemoElement, type MemoEntity, type MemoFields } from "../model/memo.ts";
import type { Stamp } from "../model/stamp.ts";
import { textHash, textUpdateTo, toBase64 } from "../text/index.ts";
import type { MemoChanges } from "./memo-changes.ts";
import type { MemoDeps } from "./memo-deps.ts";

/** Changes to a memo's own row. */
export type FieldChanges = Omit<
  MemoChanges,
  "content" | "attachments" | "relations" | "isTouched"
> & { readonly content: string | undefined };

/**
 * Builds the operations for a change; empty if nothing would change. `touched` updates the time all the same:
 * with the stamp of a changed reference, from which `lastEdit` recognises it, or null for a new one.
 */
export function changeOps(
  deps: MemoDeps,
  entity: MemoEntity,
  { content, ...changes }: FieldChanges,
  touched: { readonly stamp: Stamp | null } | null,
): MemoOp[] {
  const { row } = entity;
  const stamp = deps.clock.tick();
  const updatedMs = nextUpdateMs(row, deps.clock.nowMs());
  const set = differingFields(row, changes);
  const update =
    content === undefined
      ? null
      : textUpdateTo(
          { memo: row.id, content: row.content, text: entity.text },
          content,
          deps.textClientId(row.id, row.gen),
        );
  const ops: MemoOp[] = [];
  if (update !== null && content !== undefined) {
    ops.push({
      kind: "memo.text",
      entity: row.id,
      stamp,
      gen: entity.text.gen,
      update: toBase64(update),
      baseSha: textHash(row.content),
      resultSha: textHash(content),
      updatedMs,
    });
  }
  if (
    Object.keys(set).length > 0 ||
    touched !== null ||
    (ops.length > 0 && changes.updatedMs !== undefined)
  ) {
    ops.push({
      kind: "memo.set",
      entity: row.id,
      // Stamped after the text, because a requested updateTime must win.
      stamp: (ops.length === 0 ? touched?.stamp : null) ?? deps.clock.tick(),
      set: { ...set, updatedMs: changes.updatedMs ?? updatedMs },
      ...("visibility" in set ? { baseVisibility: stampOf(row.stamps, "visibility") } : {}),
    });
  }
  return ops;
}

function differingFields(row: MemoFields, changes: Partial<MemoFields>): Partial<MemoFields> {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) =>
        value !== undefined &&
        JSON.stringify(value) !== JSON.stringify(row[name as keyof MemoFields]),
    ),
  );
}

/** Builds the operation that adds an element to a set of a memo, or removes it (value null). */
export function elementOp(entity: string, { set, key, value, stamp }: MemoElement): MemoOp {
  return {
    kind: "memo.element",
    entity,
    stamp,
    set,
    key,
    value: value === null ? null : { ...value },
  };
}
