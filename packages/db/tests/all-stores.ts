import type {
  Database,
  DeviceReadStores,
  DeviceWriteStores,
  ServerReadStores,
  ServerWriteStores,
} from "@tidemark/core";
import type { OpenDatabase } from "../src/index.ts";

// Tests of the stores themselves, and of what both sides share, use both sides' on one database.
export type AllReadStores = DeviceReadStores & ServerReadStores;
export type AllWriteStores = DeviceWriteStores & ServerWriteStores;
export type AllStores = Database<AllReadStores, AllWriteStores>;

/** A database of a test's own. */
export type TempDatabase = OpenDatabase<AllStores> & {
  readonly file: string;
  readonly url?: string;
};

/** The same database, with the stores of both sides: in whichever role it was opened it has them. */
export function withAllStores(open: OpenDatabase): OpenDatabase<AllStores> {
  return { ...open, database: open.database as AllStores };
}
