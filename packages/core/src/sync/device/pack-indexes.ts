import { defineMeta } from "../../stores/meta/define-meta.ts";
import { number } from "../../stores/meta/meta-form.ts";
import type { DeviceDatabase, DeviceWriteStores } from "../../stores/device-database.ts";

/** Which of the indexes by time is to be written anew next; absent: none. */
const nextIndexKey = defineMeta("next_index_to_pack", number);

/** Everything of one's own is here, the newest first, which has left those indexes half empty. */
export function notePackingDue({ meta }: DeviceWriteStores): Promise<void> {
  return meta.set(nextIndexKey, 0);
}

/**
 * Does what is due, also what a process before this one left. Whoever writes meanwhile waits for one
 * index at most. ADR 0090.
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
