import { on } from "node:events";
import { type Answer, orderSchema } from "./keeper-talk.ts";
import { keepPostgres, type KeptPostgres } from "./kept-postgres.ts";

// Separate process that runs one PostgreSQL for its starter. When the starter exits, for any reason, their
// channel closes. The keeper then stops PostgreSQL and deletes its folder.

const end = new AbortController();
process.once("disconnect", () => end.abort());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => end.abort());

let kept: KeptPostgres | undefined;
try {
  for await (const [message] of on(process, "message", { signal: end.signal })) {
    const order = orderSchema.parse(message);
    if (order.order === "stop") break;
    if (order.order === "start") kept = await keepPostgres(order, end.signal);
    else await kept?.[order.order]();
    if (kept !== undefined) answer({ folder: kept.folder, port: kept.port });
  }
} catch (error) {
  if (!end.signal.aborted) answer({ failed: error instanceof Error ? error.message : "failed" });
} finally {
  await kept?.[Symbol.asyncDispose]();
  if (process.connected) process.disconnect();
}

function answer(said: Answer): void {
  if (process.connected) process.send?.(said);
}
