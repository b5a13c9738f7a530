import type {
  AccessTokenTable,
  AuditEntryTable,
  PairingCodeTable,
  RegisterTable,
  SessionTable,
  SignInAddressTable,
  SpaceInvitationTable,
  SpaceMemberTable,
  SpaceTable,
  UserAccountTable,
  UserSettingTable,
} from "./account-tables.ts";
import type {
  AttachmentTable,
  BlobInUseView,
  BlobOrphanTable,
  BlobRemovalTable,
  PartialUploadTable,
  ReceivedBlobTable,
  UploadPieceTable,
} from "./attachment-tables.ts";
import type { CounterTable, MetaTable } from "./database-tables.ts";
import type {
  AttachmentPinTable,
  BlobCacheTable,
  BlobDownloadTable,
  BlobThumbnailTable,
  BlobUploadTable,
} from "./device-file-tables.ts";
import type {
  CursorTable,
  DeferredTable,
  EntityBaseTable,
  EvictedTable,
  OutboxTable,
  LateTextTable,
  SnapshotMarkTable,
  SyncLogTable,
} from "./device-sync-tables.ts";
import type { ImportedMemoTable, ImportRunTable } from "./import-tables.ts";
import type {
  EventLogTable,
  NotificationTable,
  DeliverySnapshotTable,
  WebhookDeliveryTable,
  WebhookTable,
} from "./event-tables.ts";
import type {
  EndedDocumentTable,
  MemoDocTable,
  MemoElementTable,
  MemoNoteTable,
  MemoShareTable,
  MemoTable,
  MemoTagTable,
  MemoTrigramTable,
  MemoWordTable,
  PastTextTable,
  RevisionTable,
} from "./memo-tables.ts";
import type {
  DueReferrersTable,
  LeaseTable,
  FeedTable,
  OpResultTable,
  StreamTable,
  TombstoneTable,
} from "./server-sync-tables.ts";

/** Every table, as kysely sees them. */
export interface Tables {
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  delivery_snapshot: DeliverySnapshotTable;
  event_log: EventLogTable;
  memo: MemoTable;
  memo_tag: MemoTagTable;
  memo_trigram: MemoTrigramTable;
  memo_word: MemoWordTable;
  memo_doc: MemoDocTable;
  memo_element: MemoElementTable;
  memo_note: MemoNoteTable;
  user_account: UserAccountTable;
  session: SessionTable;
  access_token: AccessTokenTable;
  pairing_code: PairingCodeTable;
  audit_entry: AuditEntryTable;
  sign_in_address: SignInAddressTable;
  meta: MetaTable;
  counter: CounterTable;
  feed: FeedTable;
  stream: StreamTable;
  op_result: OpResultTable;
  revision: RevisionTable;
  past_text: PastTextTable;
  ended_document: EndedDocumentTable;
  snapshot_mark: SnapshotMarkTable;
  late_text: LateTextTable;
  sync_log: SyncLogTable;
  tombstone: TombstoneTable;
  due_referrers: DueReferrersTable;
  lease: LeaseTable;
  outbox: OutboxTable;
  entity_base: EntityBaseTable;
  cursor: CursorTable;
  evicted: EvictedTable;
  deferred: DeferredTable;
  attachment: AttachmentTable;
  blob_orphan: BlobOrphanTable;
  received_blob: ReceivedBlobTable;
  partial_upload: PartialUploadTable;
  upload_piece: UploadPieceTable;
  blob_removal: BlobRemovalTable;
  blob_in_use: BlobInUseView;
  blob_upload: BlobUploadTable;
  blob_download: BlobDownloadTable;
  blob_cache: BlobCacheTable;
  attachment_pin: AttachmentPinTable;
  blob_thumbnail: BlobThumbnailTable;
  space: SpaceTable;
  space_member: SpaceMemberTable;
  space_invitation: SpaceInvitationTable;
  memo_share: MemoShareTable;
  user_setting: UserSettingTable;
  register: RegisterTable;
  notification: NotificationTable;
  import_run: ImportRunTable;
  imported_memo: ImportedMemoTable;
}
