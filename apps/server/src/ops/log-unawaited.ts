import { LostConnectionError } from "@tidemark/db";
import type { FastifyBaseLogger } from "fastify";

/** Logs what went wrong at a database with nobody waiting for it: a listener, or a connection that was lost. */
export function logUnawaited(logger: FastifyBaseLogger): (error: unknown) => void {
  return (error) => {
    if (error instanceof LostConnectionError) logger.warn(error.message);
    else logger.error({ err: error }, "cannot announce a commit");
  };
}
