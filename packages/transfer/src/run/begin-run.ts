import type { ImportRun } from "@tidemark/core";
import { nextTurn } from "../bytes/next-turn.ts";
import type { ImportSource } from "../model.ts";
import { hashed } from "../plan/digest.ts";
import type { PlannedMemo } from "../plan/import-plan.ts";
import type { ImportTarget } from "../target/import-target.ts";

/** Number of ids to store per transaction, so that other writes can run in between. */
const notedAtOnce = 500;

/**
 * Stores the ids of all new memos before any is written. Texts link to memos that are written later, and the
 * links stay valid if the import is interrupted and repeated. An interrupted import resumes under the same
 * id.
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
    await nextTurn();
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

/** Replaces requested ids that were purged, because those can't be used again. */
export async function giveOtherIds(
  { memoDeps }: ImportTarget,
  planned: Map<string, PlannedMemo>,
  signal?: AbortSignal,
): Promise<void> {
  const wanted = [...planned].flatMap(([key, memo]) =>
    memo.type === "new" && memo.isWanted ? [[key, memo] as const] : [],
  );
  for (let at = 0; at < wanted.length; at += notedAtOnce) {
    await nextTurn();
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
