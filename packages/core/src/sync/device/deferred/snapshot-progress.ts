import { z } from "zod";
import type { DeviceReadStores, DeviceWriteStores } from "../../../stores/device-database.ts";
import { type PlacedMemo, type Scope, scopesOf } from "../../../model/scope.ts";
import { defineMetaFamily } from "../../../stores/meta/define-meta.ts";
import { json } from "../../../stores/meta/meta-form.ts";

const progressSchema = z.object({
  /** `null` before the first page. */
  after: z.int().nullable(),
  /** Seq at which pulls continue after the snapshot; set by the first page. */
  uptoSeq: z.int().nullable(),
  /** Memos that answers brought, and no page yet. */
  answered: z.array(z.string()).optional(),
});
type Progress = z.infer<typeof progressSchema>;

/** Keys of the progress of each scope's snapshot. */
const progressKeys = defineMetaFamily("snapshot:", json(progressSchema));

export async function readProgress(
  stores: Pick<DeviceReadStores, "meta">,
  scope: Scope,
): Promise<Progress> {
  return (await stores.meta.get(progressKeys.at(scope))) ?? { after: null, uptoSeq: null };
}

export async function writeProgress(
  stores: DeviceWriteStores,
  scope: Scope,
  progress: Progress | null,
): Promise<void> {
  await stores.meta.set(progressKeys.at(scope), progress);
}

/** Returns the followed scopes that show a memo. */
export async function shownBy(
  stores: Pick<DeviceReadStores, "memos" | "cursors">,
  memo: PlacedMemo,
): Promise<Scope[]> {
  const cursors = await stores.cursors.all();
  return [...(await scopesOf(stores.memos, memo))].filter((scope) => cursors.has(scope));
}

/**
 * Notes a memo that an answer brought, before the snapshot of the scope that shows it has ended. If another user
 * hides it until then, the snapshot won't list it, and no page will evict it (R15d).
 */
export async function noteAnswered(
  stores: DeviceWriteStores,
  id: string,
  scope: Scope,
): Promise<void> {
  const progress = await readProgress(stores, scope);
  const answered = new Set(progress.answered).add(id);
  await writeProgress(stores, scope, { ...progress, answered: [...answered] });
}
