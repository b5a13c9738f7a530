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

/** Where a number stands. */
export interface NumberAt {
  readonly name: SharedNumber;
  readonly value: number;
}

/** The shared numbers as far as this process has seen them. */
export interface SharedNumbers {
  /** Asks for them, and tells which have been raised since they were last seen. Resolves with all of them. */
  look(query: PostgresConnection["query"]): Promise<readonly NumberAt[]>;
  listen(listener: NumberListener): void;
  /**
   * Takes in where this process has raised some to in a transaction that is committed, and where that
   * transaction had found them.
   */
  raised(to: readonly NumberAt[], from: readonly NumberAt[]): void;
  /** The next look tells of each, whatever it is. */
  clear(): void;
}

export interface NumberListener {
  /** Others raised these: called as that is found. */
  raised?(names: readonly SharedNumber[]): void;
  /** Where all of them were found to be. */
  found?(all: readonly NumberAt[]): void;
  /** This process has raised some to there, in a transaction that is committed. */
  raisedHere?(to: readonly NumberAt[]): void;
}

export function createSharedNumbers(): SharedNumbers {
  const listeners = new Set<NumberListener>();
  const seen = new Map<SharedNumber, number>();

  /** Answers on different connections may overtake each other. */
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
      // A look on another connection may have seen it before the commit was answered: `seen` is then there.
      const known = to.filter(({ name }) => seen.has(name));
      known.forEach(isNews);
      // Nobody else can have raised it meanwhile. If somebody has, that is not passed over.
      const foundAt = new Map(from.map(({ name, value }) => [name, value]));
      announce(known.filter(({ name, value }) => value !== (foundAt.get(name) ?? NaN) + 1));
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

/**
 * Sends what raises them, as part of the transaction that is open. `onRaised` is given where they are then:
 * exactly, since what was seen before may be another transaction's or this one's own.
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
