import type { Begun, SharedWrites } from "@tidemark/core";
import { number, orNull, rowOf, stamp, text } from "@tidemark/db/engine";
import type { Answer } from "./connection/postgres-connection.ts";

type Listener = Parameters<SharedWrites["onBegin"]>[0];

/**
 * First statement of a write transaction: locks the row that numbers changes, and reads the last `seq`,
 * newest stamp and milestone.
 */
export const lockChanges =
  "SELECT value, stamp, milestone FROM counter WHERE name = 'seq' FOR UPDATE";

const lockedRow = rowOf({ value: number, stamp: orNull(stamp), milestone: orNull(text) });

/** Returns the values read under the lock. */
export function begunOf({ rows }: Answer, connection: number): Begun {
  const [row] = rows;
  if (!lockedRow.isRow(row)) throw new Error("the counter seq is missing");
  const { value: headSeq, stamp: newestStamp, milestone } = row;
  return { headSeq, newestStamp, milestone, connection };
}

/** Thrown by a transaction before its work begins, because `repair` must run first. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly repair: () => Promise<void>;

  constructor(repair: () => Promise<void>) {
    super("something has to be done before this write");
    this.repair = repair;
  }
}

/** Gate that a transaction passes before its work begins. */
export interface WriteGate {
  /** Calls the listeners once the lock is held. */
  open(begun: Begun): void;
  /** Throws if a listener requested a repair first. */
  pass(): void;
}

/** Listeners of transactions that begin. */
export interface WriteGates {
  listen: SharedWrites["onBegin"];
  make(): WriteGate;
  /** Runs a write, and again after each repair it needs. */
  passing<T>(write: () => Promise<T>): Promise<T>;
}

/**
 * Maximum number of runs of a write. One repair is normally enough; other processes may make a few more
 * necessary.
 */
const maxRuns = 20;

export function createWriteGates(): WriteGates {
  const listeners = new Set<Listener>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    make: () => {
      const repairs: (() => Promise<void>)[] = [];
      return {
        open(begun) {
          for (const listener of listeners) {
            const repair = listener(begun);
            if (repair !== null) repairs.push(repair);
          }
        },
        pass() {
          for (const repair of repairs) throw new Refused(repair);
        },
      };
    },
    async passing(write) {
      for (let runs = 1; ; runs += 1) {
        try {
          return await write();
        } catch (error) {
          if (!(error instanceof Refused) || runs === maxRuns) throw error;
          await error.repair();
        }
      }
    },
  };
}
