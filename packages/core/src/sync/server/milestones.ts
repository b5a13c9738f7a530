import { z } from "zod";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";
import type { MetaStore, Standing } from "../../stores/meta/meta-store.ts";

/**
 * How far a server's database had got at a moment: the newest of its milestones, and the newest seq. Of two
 * positions of one database the later one has the earlier one's milestones, and none but those between
 * the two besides: which process read them does not matter. ADR 0082.
 */
export interface Position {
  /** `<number>.<id>`; null: it had none. */
  readonly milestone: string | null;
  readonly headSeq: number;
}

/** Older ones expire; what was read in their time is only compared by its seq. */
const maxMilestones = 200;

// Under the name of what they began as: one for each start of a server.
const milestonesSchema = z.object({
  /** The number of the oldest one that is remembered. */
  first: z.int(),
  starts: z.array(
    z.object({
      id: z.string(),
      /** The newest seq as it was set: nothing that was read before it got further. */
      fromSeq: z.int(),
    }),
  ),
});
type Milestones = z.infer<typeof milestonesSchema>;
const milestonesKey = defineMeta("lineage_starts", json(milestonesSchema));

const none: Milestones = { first: 0, starts: [] };

type MilestoneMeta = Pick<MetaStore, "get" | "headSeq" | "set" | "setMilestone">;

/**
 * Sets the next milestone, under an id that was never used: what is read from then on can be told from what
 * an older copy of the database comes to. At each start, where the database was away, and with each epoch.
 */
export async function setMilestone(meta: MilestoneMeta, id: string): Promise<void> {
  const known = (await meta.get(milestonesKey)) ?? none;
  const all = [...known.starts, { id, fromSeq: await meta.headSeq() }];
  const expired = Math.max(0, all.length - maxMilestones);
  const first = known.first + expired;
  await meta.set(milestonesKey, { first, starts: all.slice(expired) });
  await meta.setMilestone(`${known.first + known.starts.length}.${id}`);
}

/** Whether nothing was changed since the newest milestone was set. */
export async function isAtMilestone({
  get,
  headSeq,
}: Pick<MetaStore, "get" | "headSeq">): Promise<boolean> {
  const newest = (await get(milestonesKey))?.starts.at(-1);
  return newest !== undefined && newest.fromSeq === (await headSeq());
}

/** Whether a database that stands there cannot be what follows any of the positions. */
export async function isContradicted(
  { get }: Pick<MetaStore, "get">,
  standing: Pick<Standing, "headSeq" | "milestone">,
  positions: readonly Position[],
): Promise<boolean> {
  const { headSeq, milestone } = standing;
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
  // One that this database never set, or another one in its place.
  if (at >= starts.length || (found !== undefined && found.id !== id)) return true;
  return position.headSeq > (starts[Math.max(0, at + 1)]?.fromSeq ?? headSeq);
}
