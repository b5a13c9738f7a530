import { z } from "zod";
import type { Database } from "../ports.ts";
import type { SyncTransport } from "./device-sync.ts";

const statementKey = "server_seen";
const keptSchema = z.object({ epoch: z.string(), seen: z.string() });

/**
 * A transport that keeps what the server states about itself with each answer, and brings the last
 * statement of an epoch back with every request in it (R17). A device can neither read nor make one.
 */
export function carryStatement(database: Database, transport: SyncTransport): SyncTransport {
  async function carried<Q extends { readonly epoch: string }, A extends Answer>(
    request: Q,
    send: (request: Q) => Promise<A>,
  ): Promise<A> {
    const last = await database.read(({ meta }) => meta.get(statementKey));
    const kept = last === null ? null : keptSchema.parse(JSON.parse(last));
    const isOurs = kept?.epoch === request.epoch;
    const answer = await send(isOurs ? { ...request, seen: kept.seen } : request);
    const { epoch, seen } = answer;
    if (seen === undefined || (isOurs && seen === kept.seen)) return answer;
    await database.write(({ meta }) => meta.set(statementKey, JSON.stringify({ epoch, seen })));
    return answer;
  }

  const snapshot = transport.snapshot?.bind(transport);
  return {
    hello: () => transport.hello(),
    push: (request) => carried(request, (stated) => transport.push(stated)),
    pull: (request) => carried(request, (stated) => transport.pull(stated)),
    ...(snapshot === undefined ? {} : { snapshot: (request) => carried(request, snapshot) }),
  };
}

interface Answer {
  readonly epoch: string;
  readonly seen?: string | undefined;
}
