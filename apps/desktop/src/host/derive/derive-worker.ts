import { parentPort } from "node:worker_threads";
import { deriveMemo } from "@tidemark/core/markdown";

// Entry point of the thread that derives data from texts, in batches.

const port = parentPort;
if (port === null) throw new Error("this program is started as a thread of the host");

port.on("message", (contents: readonly string[]) => port.postMessage(contents.map(deriveMemo)));
