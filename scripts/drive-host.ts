import { EventEmitter } from "node:events";
import { MessageChannel } from "node:worker_threads";
import type { PortResponse, ElectronMessagePort } from "@tidemark/replica/rpc";

// Preloaded into a built host in place of Electron's main process: gives it the port that a utility
// process has, writes a memo, reads it back, and asks it to close. Prints the memo that came back.

// Then it asks a filter that only the thread for long lists may answer.

const content = "packed and running";
const parentPort = Object.assign(new EventEmitter(), {
  postMessage(message: { type: string; message?: string }) {
    if (message.type === "ready") void drive();
    else throw new Error(`the host refused: ${message.message}`);
  },
});
Object.assign(process, { parentPort });

async function drive(): Promise<void> {
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

  const { id } = (await call("mutation", "memos.create", { content })) as { id: string };
  const memo = (await call("query", "memos.get", { id })) as { content: string };
  console.log(memo.content);
  await expectSlowFilter(call);
  parentPort.emit("message", { data: { type: "close" }, ports: [] });
}

/** Long enough texts that the database moves a search through them to its other thread. */
async function expectSlowFilter(
  call: (method: string, path: string, input: unknown) => Promise<unknown>,
): Promise<void> {
  for (let n = 0; n < 80; n += 1) await call("mutation", "memos.create", { content: `memo ${n}` });
  const list = {
    view: "timeline",
    tag: null,
    pinned: null,
    search: '=content.matches("^memo 7.$")',
  };
  const page = await call("query", "memos.list", { ...list, cursor: null, pageSize: 50 });
  const { memos } = page as { memos: readonly unknown[] };
  if (memos.length !== 10) throw new Error(`a pattern found ${memos.length} memos, not 10`);
}
