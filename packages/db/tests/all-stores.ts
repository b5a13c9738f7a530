import type {
  Database,
  DeviceReadStores,
  DeviceWriteStores,
  ServerReadStores,
  ServerWriteStores,
} from "@tidemark/core";
import type { OpenDatabase } from "../src/index.ts";

// Tests of stores and shared code use the stores of both sides on one database.
export type AllReadStores = DeviceReadStores & ServerReadStores;
export type AllWriteStores = DeviceWriteStores & ServerWriteStores;
export type AllStores = Database<AllReadStores, AllWriteStores>;

/** A database of a single test. */
export type TempDatabase = OpenDatabase<AllStores> & {
  readonly file: string;
  readonly url?: string;
};

/** Returns the same database with the stores of both sides, which it has in either role. */
export function withAllStores(open: OpenDatabase): OpenDatabase<AllStores> {
  return { ...open, database: open.database as AllStores };
}
