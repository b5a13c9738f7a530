import type { Begun, SharedWrites } from "@tidemark/core";
import { number, orNull, rowOf, stamp, text } from "@tidemark/db/engine";
import type { Answer } from "./connection/postgres-connection.ts";

type Listener = Parameters<SharedWrites["onBegin"]>[0];

/**
 * What a write transaction of PostgreSQL begins with: the lock of the row that numbers changes, and with
 * it where they stand.
 */
export const lockChanges =
  "SELECT value, stamp, milestone FROM counter WHERE name = 'seq' FOR UPDATE";

const lockedRow = rowOf({ value: number, stamp: orNull(stamp), milestone: orNull(text) });

/** What the lock found. */
export function begunOf({ rows }: Answer, connection: number): Begun {
  const [row] = rows;
  if (!lockedRow.isRow(row)) throw new Error("the counter seq is missing");
  const { value: headSeq, stamp: newestStamp, milestone } = row;
  return { headSeq, newestStamp, milestone, connection };
}

/** A transaction that something has to be done before; nothing of it was done. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly repair: () => Promise<void>;

  constructor(repair: () => Promise<void>) {
    super("something has to be done before this write");
    this.repair = repair;
  }
}

/** What one transaction passes before anything is done in it. */
export interface BeginGate {
  /** The lock was given: whoever listens is asked. */
  open(begun: Begun): void;
  /** Throws where the transaction has to wait for something. */
  pass(): void;
}

/** Those who are asked, as transactions begin. */
export interface BeginGates {
  listen: SharedWrites["onBegin"];
  make(): BeginGate;
  /** Runs a write again where its transaction had to wait for something. */
  passing<T>(write: () => Promise<T>): Promise<T>;
}

/** What is done first, once, is enough: more often it may be undone by others a few times. */
const maxRuns = 20;

export function createBeginGates(): BeginGates {
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
