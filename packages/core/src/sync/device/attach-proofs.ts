import { z } from "zod";
import type { DeviceDatabase } from "../../stores/device-database.ts";
import type { MetaStore } from "../../stores/meta/meta-store.ts";
import type { SyncTransport } from "../protocol/sync-transport.ts";
import { serverEpochKey } from "../profile/profile-keys.ts";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";

const unconfirmedSchema = z.object({
  epoch: z.string(),
  /** A single string unless answers to concurrent requests arrived. */
  seen: z.union([z.array(z.string()), z.string().transform((one) => [one])]),
});
const proofsKey = defineMeta("server_seen", json(unconfirmedSchema));

/** Maximum number of proofs in a request; more requests than this never run concurrently. */
const maxKept = 16;

/**
 * Wraps a transport. Stores the signed proof in each answer. Sends all stored proofs with every request in
 * their epoch, until one of those requests is answered (R17a). A device can neither read nor create a proof.
 *
 * An answer replaces only the proofs that its own request sent, because the server saw no others. An answer
 * to a request that was sent before another answer arrived may come from an older copy of the database. It
 * must not remove the proof that reveals this.
 */
export function attachProofs(database: DeviceDatabase, transport: SyncTransport): SyncTransport {
  async function withProofs<Q extends { readonly epoch: string }, A extends Answer>(
    request: Q,
    send: (request: Q) => Promise<A>,
  ): Promise<A> {
    const brought = await database.read(({ meta }) => unconfirmedProofs(meta, request.epoch));
    const [seen, ...alsoSeen] = brought;
    const also = alsoSeen.length === 0 ? {} : { alsoSeen };
    const answer = await send(seen === undefined ? request : { ...request, seen, ...also });
    const { epoch, seen: proof } = answer;
    if (proof === undefined) return answer;
    await database.write(async ({ meta }) => {
      // Answers for an epoch that the device has left are ignored (R3).
      if ((await meta.get(serverEpochKey)) !== epoch) return;
      const kept = await unconfirmedProofs(meta, epoch);
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

/** Returns the proofs of an epoch that no answered request has sent yet, oldest first. */
async function unconfirmedProofs(
  meta: Pick<MetaStore, "get">,
  epoch: string,
): Promise<readonly string[]> {
  const kept = await meta.get(proofsKey);
  return kept?.epoch === epoch ? kept.seen : [];
}

interface Answer {
  readonly epoch: string;
  readonly seen?: string | undefined;
}
