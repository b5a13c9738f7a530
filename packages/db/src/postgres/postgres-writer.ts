import type { EffectQueue } from "../dialect/effect-queue.ts";
import type { TextWriter } from "../text-index/text-writer.ts";
import type { PostgresConnection } from "./connection/postgres-connection.ts";
import type { WriterParts } from "./savepoint.ts";
import { createTextRows } from "./text/text-rows.ts";

/** A connection that writes, with what its transaction owes the texts and those who listen. */
export interface PostgresWriter extends PostgresConnection, WriterParts {
  readonly texts: TextWriter;
  readonly effects: EffectQueue;
}

/** `effects` are of the process: it writes in one transaction at a time. */
export function createPostgresWriter(
  connection: PostgresConnection,
  effects: EffectQueue,
): PostgresWriter {
  const texts = createTextRows(connection);
  return {
    ...connection,
    texts,
    effects,
    committed: () => effects.notify(),
    undone: () => effects.drop(),
    mark: () => effects.mark(),
    release: () => effects.release(),
    undo: () => effects.undo(),
  };
}
