import type { MemoEntity } from "../model/memo.ts";
import type { HybridClock } from "./hybrid-clock.ts";

/**
 * Makes the clock's next stamp later than all stamps of a memo. The author of a change has seen the memo, so
 * the change must win, however slow this replica's clock is (C6).
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
