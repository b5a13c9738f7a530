import type { CommitEffect, CommitSignal, Database, Signals } from "@tidemark/core";

/** Signals of a database that this process alone writes: what its own commits name, and nothing is missed. */
export function localSignals(database: Pick<Database, "onCommit">): Signals {
  return {
    listen: (listener) =>
      database.onCommit((effects) => {
        const signals = effects.filter(isSignal);
        if (signals.length > 0) listener(signals);
      }),
  };
}

function isSignal(effect: CommitEffect): effect is CommitSignal {
  switch (effect.kind) {
    case "scopes-moved":
    case "events-logged":
    case "deliveries-due":
    case "referrers-due":
      return true;
    case "credentials-changed":
    case "audit-entered":
    case "memo-written":
    case "own-written":
      return false;
  }
}
