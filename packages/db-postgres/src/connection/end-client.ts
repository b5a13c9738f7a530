import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** Time that a connection has to close gracefully, in milliseconds. */
const goodbyeMs = 200;

/** Ends a connection, even if the host is silent. */
export async function endClient(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(goodbyeMs)]);
  cutClient(client);
}

/** Ends the connection at once: pending statements reject. */
export function cutClient({ connection }: Client): void {
  connection.stream.destroy();
}
