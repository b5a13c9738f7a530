import type { EffectQueue } from "../dialect/effect-queue.ts";
import type { TextWriter } from "../text-index/text-writer.ts";
import type { PostgresConnection } from "./connection/postgres-connection.ts";
import type { WriterParts } from "./savepoint.ts";
import {
  numbersRaisedWith,
  raiseNumbers,
  type SharedNumber,
  type SharedNumbers,
} from "./signals/shared-numbers.ts";
import { createTextRows } from "./text/text-rows.ts";

/** A connection that writes, with what its transaction owes the texts and those who listen. */
export interface PostgresWriter extends PostgresConnection, WriterParts {
  readonly texts: TextWriter;
  readonly effects: EffectQueue;
  /** Resolves when it is known what others have done before the transaction that is open. */
  heardOthers(): Promise<void>;
}

/** Both are of the process: it writes in one transaction at a time. */
export function createPostgresWriter(
  connection: PostgresConnection,
  { effects, numbers }: { readonly effects: EffectQueue; readonly numbers: SharedNumbers },
): PostgresWriter {
  const texts = createTextRows(connection);
  let heard: Promise<void> = Promise.resolve();
  let raised: readonly SharedNumber[] = [];
  return {
    ...connection,
    texts,
    effects,
    heardOthers: () => heard,
    begun() {
      heard = numbers.look(connection.query);
      // Where it fails the transaction does.
      heard.catch(() => undefined);
    },
    ending() {
      raised = numbersRaisedWith((kind) => effects.has(kind));
      if (raised.length > 0) raiseNumbers(connection, raised);
    },
    committed() {
      numbers.raised(raised);
      effects.notify();
    },
    undone: () => effects.drop(),
    mark: () => effects.mark(),
    release: () => effects.release(),
    undo: () => effects.undo(),
  };
}
