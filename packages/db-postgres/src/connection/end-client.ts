import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** How long a connection may take to say goodbye. Milliseconds. */
const goodbyeMs = 200;

/** Ends a connection, also where the other end has fallen silent. */
export async function endClient(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(goodbyeMs)]);
  cutClient(client);
}

/** Ends it as it stands: what waits for its answers rejects. */
export function cutClient({ connection }: Client): void {
  connection.stream.destroy();
}
