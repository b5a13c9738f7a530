import type { Migration } from "../migration.ts";
import { memosAndSync } from "./0001-memos-and-sync.ts";
import { textIndexes } from "./0002-text-indexes.ts";
import { memoElements } from "./0003-memo-elements.ts";
import { attachments } from "./0004-attachments.ts";
import { usersThings } from "./0005-users-things.ts";
import { syncUpkeep } from "./0006-sync-upkeep.ts";
import { webhooksAndEvents } from "./0007-webhooks-and-events.ts";
import { shortNeedles } from "./0008-short-needles.ts";
import { confirmedStreams } from "./0009-confirmed-streams.ts";
import { attachmentsInSync } from "./0010-attachments-in-sync.ts";
import { registers } from "./0011-registers.ts";
import { dueReferrers } from "./0012-due-referrers.ts";
import { deviceThumbnails } from "./0013-device-thumbnails.ts";
import { endedDocuments } from "./0014-ended-documents.ts";
import { filesOutliveMemos } from "./0015-files-outlive-memos.ts";
import { movedStamps } from "./0016-moved-stamps.ts";
import { emptiedRegisters } from "./0017-emptied-registers.ts";
import { orderIndexes } from "./0018-order-indexes.ts";
import { auditLog } from "./0019-audit-log.ts";
import { oneBaseTable } from "./0020-one-base-table.ts";
import { syncLogCodes } from "./0021-sync-log-codes.ts";
import { memoNotes } from "./0022-memo-notes.ts";
import { derivedAnew } from "./0023-derived-anew.ts";
import { resultsByPayload } from "./0024-results-by-payload.ts";
import { commentsByTime } from "./0025-comments-by-time.ts";
import { openTasks } from "./0026-open-tasks.ts";
import { libraryShelves } from "./0027-library-shelves.ts";
import { imports } from "./0028-imports.ts";
import { claimedDeliveries } from "./0029-claimed-deliveries.ts";
import { leases } from "./0030-leases.ts";
import { pairingCodes } from "./0031-pairing-codes.ts";
import { deliveriesOfWebhooks } from "./0032-deliveries-of-webhooks.ts";
import { partialUploads } from "./0033-partial-uploads.ts";
import { sharedLimits } from "./0034-shared-limits.ts";
import { sharedNumbers } from "./0035-shared-numbers.ts";
import { standing } from "./0036-standing.ts";
import { feedLeft } from "./0037-feed-left.ts";
import { lateTexts } from "./0038-late-texts.ts";
import { sharedSnapshots } from "./0039-shared-snapshots.ts";
import { spaceInvitations } from "./0040-space-invitations.ts";
import { tokenMakers } from "./0041-token-makers.ts";
import { sameLetters } from "./0042-same-letters.ts";
import { emphasisAnew } from "./0043-emphasis-anew.ts";

/** Every step of the schema, in order. */
export const migrations: readonly Migration[] = [
  memosAndSync,
  textIndexes,
  memoElements,
  attachments,
  usersThings,
  syncUpkeep,
  webhooksAndEvents,
  shortNeedles,
  confirmedStreams,
  attachmentsInSync,
  registers,
  dueReferrers,
  deviceThumbnails,
  endedDocuments,
  filesOutliveMemos,
  movedStamps,
  emptiedRegisters,
  orderIndexes,
  auditLog,
  oneBaseTable,
  syncLogCodes,
  memoNotes,
  derivedAnew,
  resultsByPayload,
  commentsByTime,
  openTasks,
  libraryShelves,
  imports,
  claimedDeliveries,
  leases,
  pairingCodes,
  deliveriesOfWebhooks,
  partialUploads,
  sharedLimits,
  sharedNumbers,
  standing,
  feedLeft,
  lateTexts,
  sharedSnapshots,
  spaceInvitations,
  tokenMakers,
  sameLetters,
  emphasisAnew,
];

/** Schema version of an open database. */
export const newestSchema = migrations.length;
