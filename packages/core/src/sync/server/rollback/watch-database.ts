import type { HybridClock } from "../../../clock/hybrid-clock.ts";
import type { MetaStore } from "../../../stores/meta/meta-store.ts";
import type { Begun, SharedWrites } from "../../../stores/processes/shared-writes.ts";
import { beginEpoch, epochKey } from "../epoch.ts";
import type { Lineage } from "./lineage.ts";
import { isAtMilestone, isContradicted, type Position, setMilestone } from "../milestones.ts";
import type { NoticedRollback } from "./notice-rollback.ts";

/** State of the database when this process last checked it. */
interface Memory extends Position {
  readonly epoch: string;
  readonly connection: number;
}

/**
 * Checks at the start of each write of this process that the database continues from the last known state.
 * After a rollback, a new epoch starts before the write. The process also gets a new name for text edits,
 * because edits under the old name may be lost. Its clock observes the newest stamp that any process has
 * committed.
 *
 * The first write over a new connection sets a milestone. Any process or device can then distinguish later
 * positions of a restored database from lost ones. The check reads values that the write lock returns anyway,
 * so it is free. Returns a function that stops it.
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

  /** Checks why the database differs from the last known state, and stores its current state. */
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
    const now: Memory = { ...(await meta.changePosition()), epoch, connection: begun.connection };
    return { now, noticed };
  }

  /** Runs one check for all writes that wait for it. */
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

/** Returns true if the database continues from the remembered state without further checks. */
function follows(begun: Begun, memory: Memory): boolean {
  return (
    begun.milestone === memory.milestone &&
    begun.headSeq >= memory.headSeq &&
    begun.connection <= memory.connection
  );
}
