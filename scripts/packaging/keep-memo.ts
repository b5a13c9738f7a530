import { EventEmitter } from "node:events";
import { MessageChannel } from "node:worker_threads";
import type { ElectronMessagePort, PortResponse } from "@tidemark/replica/rpc";

// Preloaded into a built host instead of Electron's main process; works outside the checkout too. Creates a
// memo with the text of KEEP_MEMO, unless it is empty, and prints the texts of all memos as JSON, oldest
// first. With KEEP_MEMO_FILTER, it then runs a filter that only the list thread can answer.

const parentPort = Object.assign(new EventEmitter(), {
  postMessage(message: { type: string; message?: string }) {
    if (message.type === "ready") void keep();
    else throw new Error(`the host refused: ${message.message}`);
  },
});
Object.assign(process, { parentPort });

async function keep(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const inHost = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => port1.postMessage(message),
    start: () => port1.start(),
    close: () => port1.close(),
  }) satisfies ElectronMessagePort;
  port1.on("message", (data) => inHost.emit("message", { data }));
  port1.on("close", () => inHost.emit("close"));
  parentPort.emit("message", { data: { type: "port" }, ports: [inHost] });

  let lastId = 0;
  const call = (method: string, path: string, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++lastId;
      port2.on("message", function answered(response: PortResponse) {
        if (response.id !== id) return;
        port2.off("message", answered);
        if (response.type === "data") resolve(response.data);
        else reject(new Error(JSON.stringify(response)));
      });
      port2.postMessage({ id, method, path, input });
    });

  const content = process.env["KEEP_MEMO"] ?? "";
  if (content !== "") await call("mutation", "memos.create", { content });
  const list = async (search: string): Promise<readonly string[]> => {
    const input = { view: "timeline", tag: null, pinned: null, search, cursor: null, pageSize: 50 };
    const page = (await call("query", "memos.list", input)) as {
      memos: readonly { content: string }[];
    };
    return page.memos.map((memo) => memo.content);
  };
  console.log(JSON.stringify((await list("")).toReversed()));
  if (process.env["KEEP_MEMO_FILTER"] !== undefined) {
    // Long enough that the database moves the search to its list thread.
    for (let n = 0; n < 80; n += 1)
      await call("mutation", "memos.create", { content: `memo ${n}` });
    const found = await list('=content.matches("^memo 7.$")');
    if (found.length !== 10) throw new Error(`a pattern found ${found.length} memos, not 10`);
  }
  parentPort.emit("message", { data: { type: "close" }, ports: [] });
}
