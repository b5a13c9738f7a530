import type { Generated } from "kysely";

/** 0 or 1: the database has no booleans and the driver refuses them. */
export type Flag = 0 | 1;

/**
 * A memo with everything derived from its content. Times in epoch milliseconds. Narrow columns stand
 * first and `content` last, so that a filter on flags never reads through a memo's text.
 */
export interface MemoTable {
  /** The older form's integer id; never given twice. */
  pk: Generated<number>;
  id: string;
  creator: string;
  created_ms: number;
  updated_ms: number;
  /** 0 NORMAL, 1 ARCHIVED. */
  state: Flag;
  /** 1 while the memo is in the trash: exactly when `deleted_ms` is set. */
  deleted: Flag;
  pinned: Flag;
  /** 0 PRIVATE, 1 SPACE, 2 PROTECTED, 3 PUBLIC. */
  visibility: number;
  space: string | null;
  /** Id of the memo that this one comments on. */
  parent: string | null;
  has_link: Flag;
  has_task_list: Flag;
  has_code: Flag;
  has_incomplete_tasks: Flag;
  has_location: Flag;
  deleted_ms: number | null;
  latitude: number | null;
  longitude: number | null;
  place: string | null;
  seq: number;
  gen: number;
  title: string;
  snippet: string;
  /** JSON array of strings, in order of first appearance. */
  tags: string;
  /** JSON object: stamps by field. */
  stamps: string;
  /** JSON object: fields of newer versions. */
  extra: string;
  content: string;
}

/**
 * One row per memo and tag. Repeats what a list by tag decides on, so that walking a tag in time
 * order never touches memos that the reader may not see.
 */
export interface MemoTagTable {
  memo_pk: number;
  tag: string;
  creator: string;
  created_ms: number;
  visibility: number;
  space: string | null;
  /** 1 when the memo is NORMAL, not in the trash and no comment. */
  listed: Flag;
}

/** Trigrams of the folded content; rowid is `memo.pk`. Holds no text and cannot be read back. */
export interface MemoTrigramTable {
  rowid: number;
  text: string;
}

/** Words of the content for ranked search; rowid is `memo.pk`. Holds no text. */
export interface MemoWordTable {
  rowid: number;
  text: string;
}

/** The document of a memo whose text is more than its seed. */
export interface MemoDocTable {
  memo: string;
  gen: number;
  state: Uint8Array;
}

export interface UserAccountTable {
  number: Generated<number>;
  username: string;
  role: string;
  is_host: Flag;
  password_hash: string;
  email: string;
  display_name: string;
  avatar_url: string;
  description: string;
  state: Flag;
  created_ms: number;
  updated_ms: number;
  /** When the account was closed; its row only holds the name from then on. */
  closed_ms: number | null;
}

export interface SessionTable {
  id: string;
  secret_hash: string;
  access_token_hash: string;
  access_token_expires_ms: number;
  user: string;
  kind: string;
  client_info: string;
  created_ms: number;
  last_used_ms: number;
  expires_ms: number;
  revoked_ms: number | null;
}

export interface AccessTokenTable {
  id: string;
  user: string;
  name: string;
  description: string;
  scope: string | null;
  hash: string;
  created_ms: number;
  expires_ms: number | null;
  last_used_ms: number | null;
  revoked_ms: number | null;
}

export interface MetaTable {
  key: string;
  value: string;
}

/** The last number given of each sequence: `seq` (changes) and `outbox` (stream positions). */
export interface CounterTable {
  name: string;
  value: number;
}

export interface FeedTable {
  scope: string;
  kind: string;
  entity: string;
  seq: number;
  op: string;
}

export interface StreamTable {
  id: string;
  device: string;
  user: string;
  last_n: number;
  last_seen_ms: number;
  confirmed_seq: number;
  /** The newest stamp that was given in place of one of the device's. */
  newest_moved: string | null;
}

export interface OpResultTable {
  stream_id: string;
  n: number;
  payload_hash: string;
  code: string;
  at_ms: number;
}

export interface RevisionTable {
  /** Insertion order: settles revisions of one millisecond. */
  pk: Generated<number>;
  id: string;
  memo: string;
  author: string;
  device: string;
  reason: string;
  at_ms: number;
  content: string;
}

/** Texts that were replaced lately, a few per memo: what three-way merges start from. */
export interface PastTextTable {
  pk: Generated<number>;
  memo: string;
  sha: string;
  at_ms: number;
  /** Whether a client was given it with its ETag, and may come back with it. */
  served: number;
  content: string;
}

/** A document that was renewed, as it ended. */
export interface EndedDocumentTable {
  memo: string;
  gen: number;
  state: Uint8Array;
  at_ms: number;
}

/** Entities that the running resync has met. */
export interface SnapshotMarkTable {
  entity: string;
}

export interface SyncLogTable {
  pk: Generated<number>;
  at_ms: number;
  level: string;
  text: string;
}

export interface TombstoneTable {
  kind: string;
  entity: string;
  seq: number;
  at_ms: number;
}

export interface OutboxTable {
  n: number;
  entity: string;
  state: string;
  attempts: number;
  error: string | null;
  at_ms: number;
  /** JSON of a `MemoOp`. */
  op: string;
}

export interface EntityBaseTable {
  entity: string;
  /** JSON of a `MemoRow`; null when the entity is known to be absent on the server. */
  row: string | null;
  doc_gen: number | null;
  doc_state: Uint8Array | null;
  /** JSON of `MemoElement[]`. */
  elements: string;
}

export interface MemoElementTable {
  memo: string;
  set_name: string;
  key: string;
  /** JSON; null when the element was removed. */
  value: string | null;
  stamp: string;
}

export interface CursorTable {
  scope: string;
  seq: number;
}

export interface EvictedTable {
  entity: string;
  seq: number;
}

export interface DeferredTable {
  kind: string;
  entity: string;
  seq: number;
  payload: string;
}

export interface AttachmentTable {
  /** The older form's integer id; never given twice. */
  pk: Generated<number>;
  id: string;
  creator: string;
  created_ms: number;
  updated_ms: number;
  filename: string;
  mime_type: string;
  size_bytes: number;
  /** null exactly when there is an external link. */
  sha256: string | null;
  external_link: string;
  /** Id of the memo that it is attached to. */
  memo: string | null;
  position: number;
  /** JSON of a `MotionMedia`. */
  motion: string | null;
  /** JSON of a `MediaMetadata`. */
  metadata: string | null;
  filename_stamp: string;
  link_stamp: string;
  seq: number;
  /** JSON of what a newer peer sent. */
  extra: string;
}

/** What a user's devices have sent and no attachment need use yet. */
export interface ReceivedBlobTable {
  user: string;
  declared_sha256: string;
  sha256: string;
  size_bytes: number;
  mime_type: string;
  /** JSON of a `MotionMedia`. */
  motion: string | null;
  /** JSON of a `MediaMetadata`. */
  metadata: string | null;
  at_ms: number;
}

/** Everything that needs content, on either side. */
export interface BlobInUseView {
  sha256: string;
}

/** The server's version of an attachment that waits to be sent; `row` null: it has none. */
export interface AttachmentBaseTable {
  attachment: string;
  /** JSON of an `AttachmentRow`. */
  row: string | null;
}

/** A device's own files that wait to be sent. */
export interface BlobUploadTable {
  attachment: string;
  sha256: string;
  /** Where the server takes the rest; null: not begun. */
  url: string | null;
  sent_bytes: number;
  attempts: number;
  error: string | null;
  at_ms: number;
}

/** Content that a device is to fetch. */
export interface BlobDownloadTable {
  sha256: string;
  /** An attachment that has it. */
  attachment: string;
  size_bytes: number;
  attempts: number;
  /** Newer attachments come first. */
  order_ms: number;
  retry_ms: number;
}

/** Content that a device has fetched or sent, and may drop when it has too much. */
export interface BlobCacheTable {
  sha256: string;
  size_bytes: number;
  used_ms: number;
}

/** Small versions of pictures on a device: `small` is the hash of one that is there. */
export interface BlobThumbnailTable {
  sha256: string;
  attachment: string;
  small: string | null;
  small_bytes: number | null;
  attempts: number;
  order_ms: number;
  retry_ms: number;
}

/** Attachments whose content stays on the device. */
export interface AttachmentPinTable {
  attachment: string;
}

/** Content that no attachment used when it was last looked for, and since when. */
export interface BlobOrphanTable {
  sha256: string;
  since_ms: number;
}

export interface SpaceTable {
  id: string;
  title: string;
  description: string;
  created_ms: number;
}

export interface SpaceMemberTable {
  space: string;
  user: string;
  role: string;
}

export interface MemoShareTable {
  id: string;
  memo: string;
  token_hash: string;
  sealed_token: string;
  creator: string;
  created_ms: number;
  expires_ms: number | null;
}

export interface UserSettingTable {
  user: string;
  key: string;
  /** JSON. */
  value: string;
}

/** What users keep for themselves, one value each. */
export interface RegisterTable {
  user: string;
  kind: string;
  id: string;
  /** JSON; `null` for what was taken away. */
  value: string;
  stamp: string;
  seq: number;
}

export interface NotificationTable {
  id: string;
  user: string;
  sender: string;
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
  user: string;
  url: string;
  display_name: string;
  /** Sealed; empty for none. */
  signing_secret: string;
  /** JSON array of strings; empty for all. */
  events: string;
  created_ms: number;
  updated_ms: number;
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
  /** What is sent, from the first try until it is done with. */
  body: string | null;
  /** JSON of the memo when the event happened; null from the first try on. */
  snapshot: string | null;
}

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

export interface DueReferrersTable {
  target: string;
  after: string;
}

/** Every table, as kysely sees them. */
export interface Tables {
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  event_log: EventLogTable;
  memo: MemoTable;
  memo_tag: MemoTagTable;
  memo_trigram: MemoTrigramTable;
  memo_word: MemoWordTable;
  memo_doc: MemoDocTable;
  memo_element: MemoElementTable;
  user_account: UserAccountTable;
  session: SessionTable;
  access_token: AccessTokenTable;
  meta: MetaTable;
  counter: CounterTable;
  feed: FeedTable;
  stream: StreamTable;
  op_result: OpResultTable;
  revision: RevisionTable;
  past_text: PastTextTable;
  ended_document: EndedDocumentTable;
  snapshot_mark: SnapshotMarkTable;
  sync_log: SyncLogTable;
  tombstone: TombstoneTable;
  due_referrers: DueReferrersTable;
  outbox: OutboxTable;
  entity_base: EntityBaseTable;
  cursor: CursorTable;
  evicted: EvictedTable;
  deferred: DeferredTable;
  attachment: AttachmentTable;
  blob_orphan: BlobOrphanTable;
  received_blob: ReceivedBlobTable;
  blob_in_use: BlobInUseView;
  attachment_base: AttachmentBaseTable;
  blob_upload: BlobUploadTable;
  blob_download: BlobDownloadTable;
  blob_cache: BlobCacheTable;
  attachment_pin: AttachmentPinTable;
  blob_thumbnail: BlobThumbnailTable;
  space: SpaceTable;
  space_member: SpaceMemberTable;
  memo_share: MemoShareTable;
  user_setting: UserSettingTable;
  register: RegisterTable;
  notification: NotificationTable;
}
