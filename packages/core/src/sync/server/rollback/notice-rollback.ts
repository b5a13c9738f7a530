import type { ServerDatabase } from "../../../stores/server-database.ts";
import type { MetaStore } from "../../../stores/meta/meta-store.ts";
import type { HybridClock } from "../../../clock/hybrid-clock.ts";
import { beginEpoch, epochKey } from "../epoch.ts";
import type { Lineage } from "./lineage.ts";
import { isContradicted } from "../milestones.ts";
import type { SyncServer } from "../sync-server.ts";

/** Rollback of a database within its epoch, shown by a device's proof. */
export interface NoticedRollback {
  readonly hasSeq: number;
  readonly epoch: string;
}

/**
 * Wraps the server side of sync. Checks the proofs in each request before answering, and adds a new proof to
 * the answer (R17–R17b). If the database was rolled back, starts one new epoch, so that devices assert their
 * data.
 */
export function noticeRollback(
  server: SyncServer,
  deps: {
    readonly database: ServerDatabase;
    readonly clock: Pick<HybridClock, "nowMs">;
    readonly lineage: Lineage;
    readonly newEpoch: () => string;
    readonly onRollback: (rollback: NoticedRollback) => void;
  },
): SyncServer {
  const { database, clock, lineage, newEpoch, onRollback } = deps;

  async function look({ seen, alsoSeen = [] }: BroughtBack): Promise<void> {
    if (seen === undefined) return;
    const all = [seen, ...alsoSeen];
    const shown = await database.read(async ({ meta }) => contradictedEpoch(meta, all));
    if (shown === null) return;
    const noticed = await database.write(async ({ meta }) => {
      // Another request may have noticed it meanwhile. Writes since then don't matter.
      if ((await meta.get(epochKey)) !== shown) return null;
      const epoch = newEpoch();
      await beginEpoch(meta, epoch, clock.nowMs());
      return { hasSeq: await meta.headSeq(), epoch };
    });
    if (noticed !== null) onRollback(noticed);
  }

  /** Returns the epoch if the database can't have made the proofs, or null if it can. */
  async function contradictedEpoch(
    meta: ProofMeta,
    proofs: readonly string[],
  ): Promise<string | null> {
    const [epoch, changePosition] = await Promise.all([meta.get(epochKey), meta.changePosition()]);
    if (epoch === null) return null;
    const said = proofs.flatMap((proof) => lineage.read(proof, epoch) ?? []);
    return (await isContradicted(meta, changePosition, said)) ? epoch : null;
  }

  async function withProof<T extends { readonly epoch: string }>(answer: T): Promise<T> {
    // Only for answers that the device applies: an answer for another epoch proves nothing about its own
    // (R3).
    if (!("serverTimeMs" in answer)) return answer;
    const [epoch, changePosition] = await database.read(({ meta }) =>
      Promise.all([meta.get(epochKey), meta.changePosition()]),
    );
    return epoch === answer.epoch
      ? { ...answer, seen: lineage.prove(epoch, changePosition) }
      : answer;
  }

  return {
    hello: (caller) => server.hello(caller),
    async push(caller, request) {
      await look(request);
      return withProof(await server.push(caller, request));
    },
    async pull(caller, request) {
      await look(request);
      return withProof(await server.pull(caller, request));
    },
    async snapshot(caller, request) {
      await look(request);
      return withProof(await server.snapshot(caller, request));
    },
  };
}

interface BroughtBack {
  readonly seen?: string | undefined;
  readonly alsoSeen?: readonly string[] | undefined;
}

type ProofMeta = Pick<MetaStore, "get" | "changePosition">;
