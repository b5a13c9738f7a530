import type { WriteContext } from "../commit/write-context.ts";
import { observeMemo } from "../clock/observe-memo.ts";
import { entityOf } from "../commit/entity-of.ts";
import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { MemoElement, MemoFields, MemoRecord } from "../model/memo.ts";
import { changeOps, elementOp } from "./change-ops.ts";
import type { MemoDeps } from "./memo-deps.ts";
import { commitOps } from "./write-ops.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/**
 * Creates a new memo under the id of one in the trash. Sets every field, even unchanged ones: changes that
 * another device made to the old memo must not apply to the new one. The text replaces the old one in its
 * document. Edits still in transit are therefore merged, and none of their words are lost.
 */
export async function beginAgain(
  context: WriteContext<MemoDeps>,
  former: MemoRecord,
  next: {
    readonly fields: MemoFields;
    readonly content: string;
    readonly references: readonly MemoElement[];
  },
): Outcome<MemoRecord> {
  const { stores, deps } = context;
  const before = await entityOf(stores, former);
  observeMemo(deps.clock, before);
  const isWanted = (element: MemoElement): boolean =>
    next.references.some(({ set, key }) => set === element.set && key === element.key);
  const elements = [
    ...next.references,
    ...before.elements
      .filter((element) => element.value !== null && !isWanted(element))
      .map((element) => ({ ...element, value: null })),
  ];
  const ops: MemoOp[] = [
    ...elements.map((element) => elementOp(former.id, { ...element, stamp: deps.clock.tick() })),
    ...changeOps(deps, before, { content: next.content }, null),
    { kind: "memo.set", entity: former.id, stamp: deps.clock.tick(), set: { ...next.fields } },
  ];
  return commitOps(context, before, ops, {
    textReason: "overwrite",
    isRecreated: true,
  });
}
