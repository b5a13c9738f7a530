import type { Generated } from "kysely";

import type { Flag } from "./flag.ts";
import type { UserReference } from "@tidemark/core/names";

export interface EventLogTable {
  pk: Generated<number>;
  type: string;
  name: string;
  parent: string | null;
  /** Id of the memo that a reader must be able to see to get the event. */
  memo: string | null;
  /** JSON arrays: scopes that get the event, and scopes excluded from those. */
  scopes: string;
  except_scopes: string;
  at_ms: number;
}

export interface NotificationTable {
  id: string;
  user: UserReference;
  sender: UserReference;
  type: string;
  memo: string;
  related_memo: string | null;
  status: string;
  created_ms: number;
}

export interface WebhookTable {
  /** Integer id in the legacy API; never reused. */
  pk: Generated<number>;
  id: string;
  user: UserReference;
  url: string;
  display_name: string;
  /** Encrypted; empty for none. */
  signing_secret: string;
  /** JSON array of strings; empty for all. */
  events: string;
  created_ms: number;
  updated_ms: number;
  /** Time when its receiver answered 410; `null` while deliveries are sent. */
  gone_ms: number | null;
}

/** Deliveries of webhooks, in order of `pk` for each memo, with their results. */
export interface WebhookDeliveryTable {
  pk: Generated<number>;
  id: string;
  webhook: string;
  memo: string;
  event: string;
  state: string;
  /** 1 while the next edit of the text is merged into this delivery. */
  joins_edits: Flag;
  attempts: number;
  created_ms: number;
  due_ms: number;
  last_status: number | null;
  last_error: string | null;
  /**
   * Body from the first attempt until the delivery is done, if it can't be built from the snapshot alone.
   */
  body: string | null;
  /** JSON of the memo at the time of the event, as version 0.2 stored it; `null` in newer rows. */
  snapshot: string | null;
  /** Process that is sending it, and the time when its lease ends; `null` while no process is. */
  holder: string | null;
  held_until_ms: number | null;
  /** Snapshot to send; `null` once the delivery is done. */
  snapshot_pk: number | null;
}

/** A memo's state after a change, stored as long as deliveries need it. */
export interface DeliverySnapshotTable {
  pk: Generated<number>;
  /** Creator of the memo. */
  creator: UserReference;
  /** Size of `parts` and `memo` in bytes. */
  bytes: number;
  /** JSON of other resources that the memo showed. */
  parts: string;
  /** JSON of the memo. */
  memo: string;
}
