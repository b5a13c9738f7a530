import type { Kysely } from "kysely";
import {
  alwaysHere,
  type ListAnswer,
  type ListJob,
  type ListMethod,
} from "../memo-list/list-placing.ts";
import type { Tables } from "../schema/tables.ts";
import { createAuditLogStore } from "./server/audit-log-store.ts";
import { createRankedMemoReader } from "./server/ranked-memo-reader.ts";
import { createAttachmentStore } from "./shared/attachment-store.ts";
import { createMemoReader } from "./shared/memo-reader.ts";

type AnyListJob = { readonly [M in ListMethod]: ListJob<M> }[ListMethod];

/** Answers lists from another thread over this handle's connection, in its transaction. */
export function createListAnswers(
  db: Kysely<Tables>,
): (job: AnyListJob) => Promise<ListAnswer<ListMethod>> {
  const reader = createMemoReader(db);
  // A search moves here after taking too long on the calling thread, so it has many hits.
  const ranked = createRankedMemoReader(db, alwaysHere, null, { hasMany: true });
  const attachments = createAttachmentStore(db);
  const auditLog = createAuditLogStore(db);
  return async (job) => {
    switch (job.method) {
      case "list":
        return reader.slice(job.query, job.query.bytes);
      case "ranked":
        return ranked.slice(job.query, job.query.bytes);
      case "count":
        return reader.count(job.query);
      case "attachments":
        return attachments.list(job.query);
      case "auditLog":
        return auditLog.list(job.query);
      case "figures":
        return reader.figures(job.query);
      case "digests":
        return reader.digests(job.query);
    }
  };
}
