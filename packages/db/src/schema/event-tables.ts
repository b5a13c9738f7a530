import type { Generated } from "kysely";

import type { Flag } from "./flag.ts";
import type { UserReference } from "@tidemark/core/names";

export interface EventLogTable {
  pk: Generated<number>;
  type: string;
  name: string;
  parent: string | null;
  /** Id of the memo that must be readable to hear of it. */
  memo: string | null;
  /** JSON arrays: who hears of it, and who of them does not. */
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
  /** The older form's integer id; never given twice. */
  pk: Generated<number>;
  id: string;
  user: UserReference;
  url: string;
  display_name: string;
  /** Sealed; empty for none. */
  signing_secret: string;
  /** JSON array of strings; empty for all. */
  events: string;
  created_ms: number;
  updated_ms: number;
  /** When its receiver answered 410; null while it gets deliveries. */
  gone_ms: number | null;
}

/** What is to be told to a webhook, in order of `pk` for each memo, and what became of it. */
export interface WebhookDeliveryTable {
  pk: Generated<number>;
  id: string;
  webhook: string;
  memo: string;
  event: string;
  state: string;
  /** 1 while the next edit of the text is told along instead of by itself. */
  joins_edits: Flag;
  attempts: number;
  created_ms: number;
  due_ms: number;
  last_status: number | null;
  last_error: string | null;
  /** What is sent, from the first try until it is done with, where the snapshot doesn't hold all of it. */
  body: string | null;
  /** JSON of the memo when the event happened, as version 0.2 stored it; null in newer ones. */
  snapshot: string | null;
  /** Who makes it now, and until when nobody else does; null while nobody does. */
  holder: string | null;
  held_until_ms: number | null;
  /** The snapshot that is sent; null once it is done with. */
  snapshot_pk: number | null;
}

/** A memo as it was when it changed, for as long as deliveries need it. */
export interface DeliverySnapshotTable {
  pk: Generated<number>;
  /** Of the memo. */
  creator: UserReference;
  /** How many `parts` and `memo` take. */
  bytes: number;
  /** JSON of what the memo showed besides itself. */
  parts: string;
  /** JSON of the memo. */
  memo: string;
}
