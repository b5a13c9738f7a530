import { type Database, isSignal, type Signals } from "@tidemark/core";

/** Signals of a database that this process alone writes: what its own commits name, and nothing is missed. */
export function localSignals(database: Pick<Database, "onCommit">): Signals {
  return {
    listen: (listener) =>
      database.onCommit((effects) => {
        const signals = effects.filter(isSignal);
        if (signals.length > 0) listener(signals);
      }),
    hearsAtOnce: true,
    catchUp: async () => {},
  };
}
