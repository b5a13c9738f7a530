import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type OversizedRow, oversizedRowsChannel } from "@tidemark/db";
import type { FastifyBaseLogger } from "fastify";

/** Logs each row that was stored with more unknown fields than are taken, and is read without them. */
export function logOversizedRows(logger: Pick<FastifyBaseLogger, "warn">): Disposable {
  const log = (message: unknown): void => {
    const { table, id } = message as OversizedRow;
    logger.warn({ table, id }, "a row has more unknown fields than are taken: read without them");
  };
  subscribe(oversizedRowsChannel, log);
  return { [Symbol.dispose]: () => void unsubscribe(oversizedRowsChannel, log) };
}
