import type { CommitEffect, CommitSignal } from "@tidemark/core";
import type { PostgresConnection } from "../connection/postgres-connection.ts";

/**
 * Numbers that commits raise in their transaction, to notify other processes: `signals` for every commit with
 * signals, the other two for cached data.
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

/** Value of a number. */
export interface NumberAt {
  readonly name: SharedNumber;
  readonly value: number;
}

/** The shared numbers as this process last saw them. */
export interface SharedNumbers {
  /** Reads the numbers and reports those raised since they were last seen. Resolves with all of them. */
  look(query: PostgresConnection["query"]): Promise<readonly NumberAt[]>;
  listen(listener: NumberListener): void;
  /**
   * Records the numbers that a committed transaction of this process raised, and their values before it.
   */
  raised(to: readonly NumberAt[], from: readonly NumberAt[]): void;
  /** Makes the next look report all numbers. */
  clear(): void;
}

export interface NumberListener {
  /** Called with numbers that other processes raised. */
  raised?(names: readonly SharedNumber[]): void;
  /** Called with all numbers after each look. */
  found?(all: readonly NumberAt[]): void;
  /** Called with the numbers that a committed transaction of this process raised. */
  raisedHere?(to: readonly NumberAt[]): void;
}

export function createSharedNumbers(): SharedNumbers {
  const listeners = new Set<NumberListener>();
  const seen = new Map<SharedNumber, number>();

  /** Answers on different connections may arrive out of order. */
  function isNews({ name, value }: NumberAt): boolean {
    const before = seen.get(name);
    if (before !== undefined && value <= before) return false;
    seen.set(name, value);
    return true;
  }

  function announce(numbers: readonly NumberAt[]): void {
    const names = numbers.map(({ name }) => name);
    if (names.length > 0) for (const listener of listeners) listener.raised?.(names);
  }

  return {
    async look(query) {
      const { rows } = await query("SELECT name, value FROM shared_number");
      const found = rows as readonly NumberAt[];
      announce(found.filter(isNews));
      for (const listener of listeners) listener.found?.(found);
      return found;
    },
    listen: (listener) => void listeners.add(listener),
    raised(to, from) {
      for (const listener of listeners) listener.raisedHere?.(to);
      // A look on another connection may have read it before the commit was answered; `seen` then has it
      // already.
      const known = to.filter(({ name }) => seen.has(name));
      known.forEach(isNews);
      // No other process can raise the number while this one holds the lock. Other differences than one are
      // reported nevertheless.
      const foundAt = new Map(from.map(({ name, value }) => [name, value]));
      announce(known.filter(({ name, value }) => value !== (foundAt.get(name) ?? NaN) + 1));
    },
    clear: () => seen.clear(),
  };
}

/** Returns the numbers that a commit with effects of these kinds raises. */
export function numbersRaisedWith(has: (kind: CommitEffect["kind"]) => boolean): SharedNumber[] {
  const names = new Set<SharedNumber>();
  for (const [kind, raised] of Object.entries(raisedBy)) {
    if (has(kind as CommitSignal["kind"])) for (const name of raised) names.add(name);
  }
  return [...names];
}

/**
 * Sends the update that raises them, in the open transaction. `onRaised` gets the exact values, since those
 * seen before may come from another transaction or this one.
 */
export function raiseNumbers(
  connection: Pick<PostgresConnection, "send">,
  names: readonly SharedNumber[],
  onRaised: (to: readonly NumberAt[]) => void,
): void {
  connection.send(
    "UPDATE shared_number SET value = value + 1 WHERE name = ANY ($1) RETURNING name, value",
    [names],
    ({ rows }) => onRaised(rows as readonly NumberAt[]),
  );
}
