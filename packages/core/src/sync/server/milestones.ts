import { z } from "zod";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";
import type { MetaStore, ChangePosition } from "../../stores/meta/meta-store.ts";

/**
 * Position of a server's database: its newest milestone and its newest seq. The later of two positions of one
 * database has all milestones of the earlier one, plus only those set in between. Any process may read them.
 * ADR 0082.
 */
export interface Position {
  /** `<number>.<id>`; `null` if the database had none. */
  readonly milestone: string | null;
  readonly headSeq: number;
}

/** Maximum number of stored milestones. Positions from before the oldest are only compared by seq. */
const maxMilestones = 200;

// Stored as `starts`, because milestones began as one per server start.
const milestonesSchema = z.object({
  /** Number of the oldest stored milestone. */
  first: z.int(),
  starts: z.array(
    z.object({
      id: z.string(),
      /** Newest seq when it was set; positions read before it can't exceed this. */
      fromSeq: z.int(),
    }),
  ),
});
type Milestones = z.infer<typeof milestonesSchema>;
const milestonesKey = defineMeta("lineage_starts", json(milestonesSchema));

const none: Milestones = { first: 0, starts: [] };

type MilestoneMeta = Pick<MetaStore, "get" | "headSeq" | "set" | "setMilestone">;

/**
 * Sets the next milestone with an id that was never used. Positions read afterwards can be distinguished from
 * those of an older copy of the database. Called at each start, after a reconnection to the database, and for
 * each epoch.
 */
export async function setMilestone(meta: MilestoneMeta, id: string): Promise<void> {
  const known = (await meta.get(milestonesKey)) ?? none;
  const all = [...known.starts, { id, fromSeq: await meta.headSeq() }];
  const expired = Math.max(0, all.length - maxMilestones);
  const first = known.first + expired;
  await meta.set(milestonesKey, { first, starts: all.slice(expired) });
  await meta.setMilestone(`${known.first + known.starts.length}.${id}`);
}

/** Returns true if nothing has changed since the newest milestone. */
export async function isAtMilestone({
  get,
  headSeq,
}: Pick<MetaStore, "get" | "headSeq">): Promise<boolean> {
  const newest = (await get(milestonesKey))?.starts.at(-1);
  return newest !== undefined && newest.fromSeq === (await headSeq());
}

/** Returns true if at least one of the positions can't be earlier than this state of the database. */
export async function isContradicted(
  { get }: Pick<MetaStore, "get">,
  changePosition: Pick<ChangePosition, "headSeq" | "milestone">,
  positions: readonly Position[],
): Promise<boolean> {
  const { headSeq, milestone } = changePosition;
  const isHere = (position: Position): boolean =>
    position.milestone === milestone || position.milestone === null;
  if (positions.some((position) => isHere(position) && position.headSeq > headSeq)) return true;
  const others = positions.filter((position) => !isHere(position));
  if (others.length === 0) return false;
  const known = (await get(milestonesKey)) ?? none;
  return others.some((position) => isBeyond(position, known, headSeq));
}

function isBeyond(position: Position, { first, starts }: Milestones, headSeq: number): boolean {
  const [nth = "", id] = (position.milestone ?? "").split(".");
  const at = Number(nth) - first;
  const found = starts[at];
  // This database never set the milestone, or has another one under its number.
  if (at >= starts.length || (found !== undefined && found.id !== id)) return true;
  return position.headSeq > (starts[Math.max(0, at + 1)]?.fromSeq ?? headSeq);
}
