import { parentPort } from "node:worker_threads";
import { deriveMemo } from "@tidemark/core/markdown";

// The entry of the thread that derives what follows from texts, some of them at a time.

const port = parentPort;
if (port === null) throw new Error("this program is started as a thread of the host");

port.on("message", (contents: readonly string[]) => port.postMessage(contents.map(deriveMemo)));
