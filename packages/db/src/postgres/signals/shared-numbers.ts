import type { CommitEffect, CommitSignal } from "@tidemark/core";
import type { PostgresConnection } from "../connection/postgres-connection.ts";

/**
 * What processes tell each other by a number that is raised in the transaction itself: `signals` with
 * every commit that others wait for, the other two with what they remember.
 */
export type SharedNumber = "signals" | "credentials" | "settings";

const raisedBy: Readonly<Record<CommitSignal["kind"], readonly SharedNumber[]>> = {
  "scopes-moved": ["signals"],
  "referrers-due": ["signals"],
  "events-logged": ["signals"],
  "deliveries-due": ["signals"],
  "credentials-changed": ["signals", "credentials"],
  "settings-changed": ["signals", "settings"],
};

type Row = { readonly name: SharedNumber; readonly value: number };

/** The shared numbers as far as this process has seen them. */
export interface SharedNumbers {
  /** Asks for them, and tells which have been raised since they were last seen. */
  look(query: PostgresConnection["query"]): Promise<void>;
  /** Calls `listener` with numbers that others raised, as they are found. */
  listen(listener: (names: readonly SharedNumber[]) => void): void;
  /** Takes in that this process has raised some, which it saw in the same transaction. */
  raised(names: readonly SharedNumber[]): void;
  /** The next look tells of each, whatever it is. */
  clear(): void;
}

export function createSharedNumbers(): SharedNumbers {
  const listeners = new Set<(names: readonly SharedNumber[]) => void>();
  const seen = new Map<SharedNumber, number>();

  function note(rows: readonly Row[]): void {
    const names: SharedNumber[] = [];
    for (const { name, value } of rows) {
      const before = seen.get(name);
      // Answers on different connections may overtake each other.
      if (before !== undefined && value <= before) continue;
      seen.set(name, value);
      names.push(name);
    }
    if (names.length > 0) for (const listener of listeners) listener(names);
  }

  return {
    look(query) {
      const asked = query("SELECT name, value FROM shared_number");
      return asked.then(({ rows }) => note(rows as readonly Row[]));
    },
    listen: (listener) => void listeners.add(listener),
    raised(names) {
      for (const name of names) {
        const before = seen.get(name);
        if (before !== undefined) seen.set(name, before + 1);
      }
    },
    clear: () => seen.clear(),
  };
}

/** The numbers that a commit with effects of these kinds raises. */
export function numbersRaisedWith(has: (kind: CommitEffect["kind"]) => boolean): SharedNumber[] {
  const names = new Set<SharedNumber>();
  for (const [kind, raised] of Object.entries(raisedBy)) {
    if (has(kind as CommitSignal["kind"])) for (const name of raised) names.add(name);
  }
  return [...names];
}

/** Sends what raises them, as part of the transaction that is open. */
export function raiseNumbers(
  connection: Pick<PostgresConnection, "send">,
  names: readonly SharedNumber[],
): void {
  connection.send("UPDATE shared_number SET value = value + 1 WHERE name = ANY ($1)", [names]);
}
