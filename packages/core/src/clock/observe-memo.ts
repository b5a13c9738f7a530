import type { MemoEntity } from "../model/memo.ts";
import type { HybridClock } from "./hybrid-clock.ts";

/**
 * Makes the clock's next stamp later than everything that is known of a memo. Whoever changes it has
 * seen it, so the change must stand on top, however far this replica's clock is behind (C6).
 */
export function observeMemo(
  clock: Pick<HybridClock, "observe">,
  { row, elements }: Pick<MemoEntity, "row" | "elements">,
): void {
  for (const stamp of Object.values(row.stamps)) {
    if (stamp !== undefined) clock.observe(stamp);
  }
  for (const { stamp } of elements) clock.observe(stamp);
}
