import { isReference, updateWithin } from "@tidemark/core/memo";
import { linkedMemos } from "@tidemark/core/markdown";
import { type ImportNote, problem } from "../model.ts";
import type { ImportTarget } from "../target/import-target.ts";

/** References and reactions to add to a memo after all memos are imported. */
export interface Linking {
  readonly memo: string;
  /** Location in the source, for people. */
  readonly from: string;
  /** Ids of referenced memos, besides those linked in the text. */
  readonly references: readonly string[];
  /** Reactions of the author. */
  readonly reactions: readonly string[];
}

const batch = 50;

/**
 * Adds the imported references and reactions to memos. Memos are imported in any order, and a link to a memo
 * that didn't exist yet created no reference (A17). Idempotent.
 */
export async function linkMemos(
  target: ImportTarget,
  linking: readonly Linking[],
  options: { readonly signal?: AbortSignal; readonly pause?: () => Promise<void> },
): Promise<ImportNote[]> {
  const notes: ImportNote[] = [];
  for (let at = 0; at < linking.length; at += batch) {
    options.signal?.throwIfAborted();
    const said = await linkSome(target, linking.slice(at, at + batch), options.signal);
    for (const note of said) notes.push(note);
    await options.pause?.();
  }
  return notes;
}

async function linkSome(
  target: ImportTarget,
  some: readonly Linking[],
  signal: AbortSignal | undefined,
): Promise<ImportNote[]> {
  const { memoDeps, memos, caller } = target;
  const who = await caller();
  const notes: ImportNote[] = [];
  for (const { memo, from, reactions } of some) {
    for (const reaction of new Set(reactions)) {
      signal?.throwIfAborted();
      const added = await memos.addReaction(who, memo, reaction);
      if (!added.ok) {
        const words = `the reaction ${reaction} was skipped: ${added.error.message}`;
        notes.push(problem(from, "reaction", words));
      }
    }
  }
  await memoDeps.database.write(async (stores) => {
    const ids = some.map(({ memo }) => memo);
    const elements = await stores.memos.elements(ids);
    const records = new Map((await stores.memos.findMany(ids)).map((each) => [each.id, each]));
    const linked = some.flatMap(({ memo, from, references }) => {
      const record = records.get(memo);
      // The memo was deleted during the import.
      if (record === undefined || record.deletedMs !== null) return [];
      const wanted = new Set([...references, ...linkedMemos(record.content)]);
      wanted.delete(memo);
      return [{ record, from, wanted }];
    });
    const targets = await stores.memos.heads([
      ...new Set(linked.flatMap(({ wanted }) => [...wanted])),
    ]);
    const standing = new Set(
      targets.flatMap(({ id, deletedMs }) => (deletedMs === null ? id : [])),
    );
    for (const { record, from, wanted } of linked) {
      const memo = record.id;
      const there = [...wanted].filter((id) => standing.has(id));
      if (there.length > 0) {
        const known = (elements.get(memo) ?? []).filter(isReference).map(({ key }) => key);
        const relatedTo = new Set([...known, ...there]);
        const relations = [...relatedTo].map((relatedMemo) => ({ memo: null, relatedMemo }));
        // Linking isn't an edit, so the times stay.
        const { updatedMs } = record;
        const updated = await updateWithin({ stores, deps: memoDeps, caller: who }, memo, {
          relations,
          updatedMs,
        });
        if (!updated.ok) {
          const words = `what it refers to was skipped: ${updated.error.message}`;
          notes.push(problem(from, "reference", words));
        }
      }
    }
    await stores.imports.settle(linked.map(({ record }) => record.id));
  }, who);
  return notes;
}
