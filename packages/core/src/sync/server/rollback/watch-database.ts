import type { HybridClock } from "../../../clock/hybrid-clock.ts";
import type { MetaStore } from "../../../stores/meta/meta-store.ts";
import type { Begun, SharedWrites } from "../../../stores/processes/shared-writes.ts";
import { beginEpoch, epochKey } from "../epoch.ts";
import type { Lineage } from "./lineage.ts";
import { isAtMilestone, isContradicted, type Position, setMilestone } from "../milestones.ts";
import type { NoticedRollback } from "./notice-rollback.ts";

/** What a process knows of the database since it last looked. */
interface Memory extends Position {
  readonly epoch: string;
  readonly connection: number;
}

/**
 * Looks, with each transaction that this process writes in, whether the database is as it left it. No
 * write goes on where that went back under it: a new epoch begins first, and the process takes another
 * name for what it writes into texts, since what it wrote under the one that it had may be gone. Its clock
 * hears of the newest stamp that any process committed.
 *
 * The first write over a new connection sets a milestone: what a database that was put back comes to from
 * there on can be told from what was lost of it, by any process and any device. What is looked at comes
 * with the lock that a write begins with, and costs nothing. Returns the way to stop.
 */
export function watchDatabase(
  shared: SharedWrites,
  deps: {
    readonly clock: Pick<HybridClock, "nowMs" | "observe">;
    readonly lineage: Lineage;
    readonly newEpoch: () => string;
    readonly onRollback: (rollback: NoticedRollback) => void;
  },
): () => void {
  const { clock, lineage, newEpoch, onRollback } = deps;
  let memory: Memory | null = null;
  let looking: Promise<void> | null = null;

  /** Finds out why the database is not as this process left it, and remembers how it is. */
  async function look(): Promise<void> {
    const { now, noticed } = await shared.writeAlone(lookIn);
    memory = now;
    if (noticed !== null) onRollback(noticed);
  }

  async function lookIn({ meta }: { readonly meta: MetaStore }, begun: Begun) {
    const known = memory;
    let epoch = (await meta.get(epochKey)) ?? "";
    let noticed: NoticedRollback | null = null;
    if (known?.epoch === epoch && (await isContradicted(meta, begun, [known]))) {
      epoch = newEpoch();
      await beginEpoch(meta, epoch, clock.nowMs());
      noticed = { hasSeq: begun.headSeq, epoch };
    } else if (
      known !== null &&
      begun.connection > known.connection &&
      !(await isAtMilestone(meta))
    ) {
      await setMilestone(meta, lineage.newId());
    }
    if (known !== null && known.epoch !== epoch) {
      lineage.renew();
      shared.clearCached();
    }
    const now: Memory = { ...(await meta.standing()), epoch, connection: begun.connection };
    return { now, noticed };
  }

  /** Once for all the writes that wait for it. */
  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  return shared.onBegin((begun) => {
    if (begun.newestStamp !== null) clock.observe(begun.newestStamp);
    if (memory === null || !follows(begun, memory)) return lookOnce;
    memory = { ...memory, headSeq: begun.headSeq };
    return null;
  });
}

/** Whether no look is needed to know that the database went on from what is remembered. */
function follows(begun: Begun, memory: Memory): boolean {
  return (
    begun.milestone === memory.milestone &&
    begun.headSeq >= memory.headSeq &&
    begun.connection <= memory.connection
  );
}
