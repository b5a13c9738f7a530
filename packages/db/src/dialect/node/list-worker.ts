import { hash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { FilterTimeoutError } from "@tidemark/core";
import { hashTextsWith } from "@tidemark/core/text";
import { createListAnswers } from "../../stores/answer-list.ts";
import type { FromListWorker, ToListWorker } from "./list-workers.ts";
import { openSqliteConnection } from "./open-connection.ts";

// Entry of a thread that answers one list after another over its own connection. Its `workerData` is the path
// of the database.

const port = parentPort;
if (port === null || typeof workerData !== "string") {
  throw new Error("this program is started as a thread of the database");
}
hashTextsWith((text) => hash("sha256", text));
const connection = openSqliteConnection({ file: workerData, readonly: true });
const answerList = createListAnswers(connection.kysely);
const post = (message: FromListWorker): void => port.postMessage(message);

async function answer({ job, deadlineMs }: ToListWorker): Promise<unknown> {
  connection.limitSteps({ ms: deadlineMs, reached: () => new FilterTimeoutError() });
  connection.run("BEGIN");
  try {
    return await answerList(job);
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
