import { parentPort } from "node:worker_threads";
import { type BodyJob, renderBody, type SetBody } from "./render-body.ts";

// Entry of the thread that renders the texts of pages one after another.

export type FromPageWorker =
  | { readonly type: "ready" }
  | { readonly type: "set"; readonly body: SetBody }
  | { readonly type: "failed"; readonly error: unknown };

const port = parentPort;
if (port === null) throw new Error("this program is started as a thread of the server");
const post = (message: FromPageWorker): void => port.postMessage(message);

port.on("message", (job: BodyJob) => {
  renderBody(job).then(
    (body) => post({ type: "set", body }),
    (error: unknown) => post({ type: "failed", error }),
  );
});

post({ type: "ready" });
