import { hash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { FilterTimeoutError } from "@tidemark/core";
import { hashTextsWith } from "@tidemark/core/text";
import { createAttachmentStore } from "../../stores/shared/attachment-store.ts";
import { createAuditLogStore } from "../../stores/server/audit-log-store.ts";
import { createMemoReader } from "../../stores/shared/memo-reader.ts";
import type { FromListWorker, ToListWorker } from "./list-workers.ts";
import { openSqliteConnection } from "./open-connection.ts";

// The entry of a thread that answers one list after the other over a connection of its own. Its
// `workerData` is the file of the database.

const port = parentPort;
if (port === null || typeof workerData !== "string") {
  throw new Error("this program is started as a thread of the database");
}
hashTextsWith((text) => hash("sha256", text));
const connection = openSqliteConnection({ file: workerData, readonly: true });
const reader = createMemoReader(connection.kysely);
const attachments = createAttachmentStore(connection.kysely);
const auditLog = createAuditLogStore(connection.kysely);
const post = (message: FromListWorker): void => port.postMessage(message);

async function answer({ job, deadlineMs }: ToListWorker): Promise<unknown> {
  connection.limitSteps({ ms: deadlineMs, reached: () => new FilterTimeoutError() });
  connection.run("BEGIN");
  try {
    switch (job.method) {
      case "list":
        return await reader.slice(job.query, job.query.bytes);
      case "count":
        return await reader.count(job.query);
      case "attachments":
        return await attachments.list(job.query);
      case "auditLog":
        return await auditLog.list(job.query);
      case "statRows":
        return await reader.statRows(job.query);
      case "digests":
        return await reader.digests(job.query);
    }
  } finally {
    connection.run("COMMIT");
  }
}

port.on("message", (message: ToListWorker) => {
  answer(message).then(
    (value) => post({ type: "answer", value }),
    (error: unknown) => {
      if (error instanceof FilterTimeoutError) post({ type: "timeout" });
      else post({ type: "failed", error });
    },
  );
});
post({ type: "ready" });
