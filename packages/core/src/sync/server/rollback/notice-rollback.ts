import type { ServerDatabase } from "../../../stores/server-database.ts";
import type { MetaStore } from "../../../stores/meta/meta-store.ts";
import type { HybridClock } from "../../../clock/hybrid-clock.ts";
import { beginEpoch, epochKey } from "../epoch.ts";
import type { Lineage } from "./lineage.ts";
import { isContradicted } from "../milestones.ts";
import type { SyncServer } from "../sync-server.ts";

/** A database that went back under the epoch that it has, as a device's proof showed. */
export interface NoticedRollback {
  readonly hasSeq: number;
  readonly epoch: string;
}

/**
 * The server's side of sync, which looks at the proofs that a device brings back before it
 * answers, and hands out a new one with the answer (R17). When the database turns out to have gone
 * back, it gets a new epoch, once, so that devices state what they have.
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
      // Somebody else may have noticed meanwhile. That the database went on since then changes nothing.
      if ((await meta.get(epochKey)) !== shown) return null;
      const epoch = newEpoch();
      await beginEpoch(meta, epoch, clock.nowMs());
      return { hasSeq: await meta.headSeq(), epoch };
    });
    if (noticed !== null) onRollback(noticed);
  }

  /** The epoch, where the database cannot have made what it is shown; null where it can. */
  async function contradictedEpoch(
    meta: ProofMeta,
    proofs: readonly string[],
  ): Promise<string | null> {
    const [epoch, standing] = await Promise.all([meta.get(epochKey), meta.standing()]);
    if (epoch === null) return null;
    const said = proofs.flatMap((proof) => lineage.read(proof, epoch) ?? []);
    return (await isContradicted(meta, standing, said)) ? epoch : null;
  }

  async function withProof<T extends { readonly epoch: string }>(answer: T): Promise<T> {
    // Only what the device takes: an answer to another epoch says nothing about its own (R3).
    if (!("serverTimeMs" in answer)) return answer;
    const [epoch, standing] = await database.read(({ meta }) =>
      Promise.all([meta.get(epochKey), meta.standing()]),
    );
    return epoch === answer.epoch ? { ...answer, seen: lineage.prove(epoch, standing) } : answer;
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

type ProofMeta = Pick<MetaStore, "get" | "standing">;
