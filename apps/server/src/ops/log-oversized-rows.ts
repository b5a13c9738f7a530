import { onOversizedRow } from "@tidemark/db";
import type { FastifyBaseLogger } from "fastify";

/** Logs each stored row that has more unknown fields than allowed and is read without them. */
export function logOversizedRows(logger: Pick<FastifyBaseLogger, "warn">): Disposable {
  const stop = onOversizedRow(({ table, id }) => {
    logger.warn({ table, id }, "a row has too many unknown fields; reading it without them");
  });
  return { [Symbol.dispose]: stop };
}
