import type { EffectQueue, TextWriter } from "@tidemark/db/engine";
import type { PostgresConnection } from "./connection/postgres-connection.ts";
import type { WriterParts } from "./savepoint.ts";
import {
  type NumberAt,
  numbersRaisedWith,
  raiseNumbers,
  type SharedNumbers,
} from "./signals/shared-numbers.ts";
import { createTextRows } from "./text/text-rows.ts";

/** A write connection with the pending texts and effects of its transaction. */
export interface PostgresWriter extends PostgresConnection, WriterParts {
  readonly texts: TextWriter;
  readonly effects: EffectQueue;
  /** Resolves when the changes of other processes before the open transaction are known. */
  othersCaughtUp(): Promise<void>;
}

/**
 * Creates a writer. `effects` and `numbers` are shared by the process, which runs one write transaction at a
 * time.
 */
export function createPostgresWriter(
  connection: PostgresConnection,
  { effects, numbers }: { readonly effects: EffectQueue; readonly numbers: SharedNumbers },
): PostgresWriter {
  const texts = createTextRows(connection);
  let depth = 0;
  let heard: Promise<void> = Promise.resolve();
  let found: readonly NumberAt[] = [];
  let raised: readonly NumberAt[] = [];
  return {
    ...connection,
    texts,
    effects,
    othersCaughtUp: () => heard,
    begun() {
      found = [];
      raised = [];
      heard = numbers.look(connection.query).then((all) => {
        found = all;
      });
      // If it fails, so does the transaction.
      heard.catch(() => undefined);
    },
    ending() {
      const names = numbersRaisedWith((kind) => effects.has(kind));
      if (names.length === 0) return;
      raiseNumbers(connection, names, (to) => {
        raised = to;
      });
    },
    committed() {
      numbers.raised(raised, found);
      effects.notify();
    },
    undone() {
      depth = 0;
      effects.drop();
    },
    depth: () => depth,
    mark() {
      depth += 1;
      effects.mark();
    },
    release() {
      depth -= 1;
      effects.release();
    },
    undo() {
      depth -= 1;
      effects.undo();
    },
  };
}
