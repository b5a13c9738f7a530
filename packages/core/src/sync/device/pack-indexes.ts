import { defineMeta } from "../../stores/meta/define-meta.ts";
import { number } from "../../stores/meta/meta-form.ts";
import type { DeviceDatabase, DeviceWriteStores } from "../../stores/device-database.ts";

/** Position of the next time index to rebuild; absent if none is due. */
const nextIndexKey = defineMeta("next_index_to_pack", number);

/** Marks index packing as due. Downloading the user's memos newest first leaves these indexes half empty. */
export function notePackingDue({ meta }: DeviceWriteStores): Promise<void> {
  return meta.set(nextIndexKey, 0);
}

/**
 * Packs the due indexes, including those that an earlier process left. Writers wait for one index at most.
 * ADR 0090.
 */
export async function packIndexes(
  database: DeviceDatabase,
  pause: (() => Promise<void>) | undefined,
): Promise<void> {
  for (;;) {
    const nth = await database.read(({ meta }) => meta.get(nextIndexKey));
    if (nth === null) return;
    await database.write(async ({ meta, memoIndexes }) => {
      await meta.set(nextIndexKey, (await memoIndexes.pack(nth)) ? nth + 1 : null);
    });
    await pause?.();
  }
}
