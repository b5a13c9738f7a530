import type { UserReference } from "@tidemark/core/names";
import type { Stamp, Scope } from "@tidemark/core/model";

export interface FeedTable {
  scope: Scope;
  kind: string;
  entity: string;
  seq: number;
  op: string;
}

export interface TombstoneTable {
  kind: string;
  entity: string;
  seq: number;
  at_ms: number;
}

export interface StreamTable {
  id: string;
  device: string;
  user: UserReference;
  last_n: number;
  last_seen_ms: number;
  confirmed_seq: number;
  /** The newest stamp that the server gave in place of one of the device's. */
  newest_moved: Stamp | null;
}

export interface OpResultTable {
  stream_id: string;
  n: number;
  payload_hash: string;
  code: string;
  at_ms: number;
}

export interface LeaseTable {
  name: string;
  holder: string;
  until_ms: number;
}

export interface DueReferrersTable {
  target: string;
  after: string;
}
