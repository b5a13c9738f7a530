import { LostConnectionError } from "@tidemark/db";
import type { FastifyBaseLogger } from "fastify";

/**
 * Returns a handler that logs database errors which no caller awaits: of a listener, or a lost connection.
 */
export function logUnawaited(logger: FastifyBaseLogger): (error: unknown) => void {
  return (error) => {
    if (error instanceof LostConnectionError) logger.warn(error.message);
    else logger.error({ err: error }, "cannot announce a commit");
  };
}
