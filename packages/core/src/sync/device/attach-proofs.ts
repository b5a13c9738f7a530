import { z } from "zod";
import type { DeviceDatabase } from "../../stores/device-database.ts";
import type { MetaStore } from "../../stores/meta/meta-store.ts";
import type { SyncTransport } from "../protocol/sync-transport.ts";
import { serverEpochKey } from "../profile/profile-keys.ts";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";

const keptSchema = z.object({
  epoch: z.string(),
  /** One, unless answers to requests that were under way together came. */
  seen: z.union([z.array(z.string()), z.string().transform((one) => [one])]),
});
const proofsKey = defineMeta("server_seen", json(keptSchema));

/** As many as a request has room for. So many requests are never under way together. */
const maxKept = 16;

/**
 * A transport that keeps what the server states about itself with each answer, and brings every
 * proof back with the requests in its epoch, until one of them was answered (R17). A device can
 * neither read nor make one.
 *
 * An answer replaces only what its own request brought: the server that gave it was shown nothing
 * else. One that was sent before another's answer came may be given by an older copy of the database,
 * and must not take away what proves it.
 */
export function attachProofs(database: DeviceDatabase, transport: SyncTransport): SyncTransport {
  async function withProofs<Q extends { readonly epoch: string }, A extends Answer>(
    request: Q,
    send: (request: Q) => Promise<A>,
  ): Promise<A> {
    const brought = await database.read(({ meta }) => keptOf(meta, request.epoch));
    const [seen, ...alsoSeen] = brought;
    const also = alsoSeen.length === 0 ? {} : { alsoSeen };
    const answer = await send(seen === undefined ? request : { ...request, seen, ...also });
    const { epoch, seen: proof } = answer;
    if (proof === undefined) return answer;
    await database.write(async ({ meta }) => {
      // An answer about an epoch that was left says nothing (R3).
      if ((await meta.get(serverEpochKey)) !== epoch) return;
      const kept = await keptOf(meta, epoch);
      const others = kept.filter((each) => each !== proof && !brought.includes(each));
      const next = [...others, proof].slice(-maxKept);
      if (next.join() === kept.join()) return;
      await meta.set(proofsKey, { epoch, seen: next });
    });
    return answer;
  }

  const snapshot = transport.snapshot?.bind(transport);
  return {
    hello: () => transport.hello(),
    push: (request) => withProofs(request, (proof) => transport.push(proof)),
    pull: (request) => withProofs(request, (proof) => transport.pull(proof)),
    ...(snapshot === undefined ? {} : { snapshot: (request) => withProofs(request, snapshot) }),
  };
}

/** The proofs of an epoch that no answered request has brought back yet, the oldest first. */
async function keptOf(meta: Pick<MetaStore, "get">, epoch: string): Promise<readonly string[]> {
  const kept = await meta.get(proofsKey);
  return kept?.epoch === epoch ? kept.seen : [];
}

interface Answer {
  readonly epoch: string;
  readonly seen?: string | undefined;
}
