import { setImmediate } from "node:timers/promises";
import type { ImportRun } from "@tidemark/core";
import type { ImportSource } from "../model.ts";
import { hashed } from "../plan/digest.ts";
import type { PlannedMemo } from "../plan/import-plan.ts";
import type { ImportTarget } from "../target/import-target.ts";

/** So many ids are noted in one transaction; others have their turn between two. */
const notedAtOnce = 500;

/**
 * Takes note of what comes and of its ids, before anything does: what is written links to memos that
 * come later, and finds them under the same ids when it is broken off and begun again. An import that
 * was broken off goes on as the same one.
 */
export async function beginRun(
  { memoDeps }: ImportTarget,
  source: ImportSource,
  planned: ReadonlyMap<string, PlannedMemo>,
  signal?: AbortSignal,
): Promise<ImportRun> {
  const { database, newId, clock } = memoDeps;
  const comes = [...planned].flatMap(([key, memo]) => (memo.type === "new" ? [{ key, memo }] : []));
  const isLeft = (memo: PlannedMemo): boolean => memo.type === "new" || memo.isUnlinked;
  const earlier =
    [...planned.values()].find((memo) => isLeft(memo) && memo.run !== null)?.run ?? null;
  const run = await database.write(async ({ imports }) => {
    const known = earlier === null ? null : await imports.findRun(earlier);
    const fresh = { id: newId(), label: source.label, startedMs: clock.nowMs() };
    const begun: ImportRun = { ...(known?.state === "begun" ? known : fresh), state: "begun" };
    await imports.saveRun(begun);
    return begun;
  });
  for (let at = 0; at < comes.length; at += notedAtOnce) {
    await setImmediate();
    signal?.throwIfAborted();
    await database.write(async ({ imports }) => {
      for (const { key, memo } of comes.slice(at, at + notedAtOnce)) {
        await imports.save({
          format: source.format,
          source: source.id,
          key: hashed(key),
          digest: memo.digest,
          run: run.id,
          memo: memo.id,
          files: memo.files,
          state: "begun",
          updatedMs: 0,
        });
      }
    });
  }
  return run;
}

/** An id that was removed for good never comes back: memos that asked for one get another. */
export async function giveOtherIds(
  { memoDeps }: ImportTarget,
  planned: Map<string, PlannedMemo>,
  signal?: AbortSignal,
): Promise<void> {
  const wanted = [...planned].flatMap(([key, memo]) =>
    memo.type === "new" && memo.isWanted ? [[key, memo] as const] : [],
  );
  for (let at = 0; at < wanted.length; at += notedAtOnce) {
    await setImmediate();
    signal?.throwIfAborted();
    await memoDeps.database.write(async ({ tombstones }) => {
      for (const [key, memo] of wanted.slice(at, at + notedAtOnce)) {
        if (await tombstones.has("memo", memo.id)) {
          planned.set(key, { ...memo, id: memoDeps.newId(), isWanted: false });
        }
      }
    });
  }
}
