import type { FastifyBaseLogger } from "fastify";
import { onUnwritableRow } from "../http/answers/writable-rows.ts";

const maxLogged = 10_000;

/** Logs each row once that lists omit because it can't be serialized as JSON. */
export function logUnwritableRows(logger: Pick<FastifyBaseLogger, "warn">): Disposable {
  const logged = new Set<string>();
  const stop = onUnwritableRow(({ kind, id, error }) => {
    const key = `${kind} ${id}`;
    if (logged.has(key) || logged.size >= maxLogged) return;
    logged.add(key);
    logger.warn(
      { kind, id, err: error },
      "a stored row can't be serialized as JSON; omitted from responses",
    );
  });
  return { [Symbol.dispose]: stop };
}
