import { type Database, isSignal, type Signals } from "@tidemark/core";

/** Returns the signals of a database that only this process writes: one per own commit, none missed. */
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
