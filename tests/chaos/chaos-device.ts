import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import * as Y from "yjs";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import type { Accepted, FromDevice, ToDevice } from "./chaos-messages.ts";

// Program of one device. Writes continuously and appends each write that the host accepted to a file,
// synced to disk before the next write. Arguments: data folder, file, name, server address.
const [dir = "", acceptedFile = "", name = "", serverUrl = ""] = process.argv.slice(2);
const host = await openHost({ dir });
const { app } = host;
const file = openSync(acceptedFile, "a");
let isWriting = false;
let lastToken = 0;

const send = (message: FromDevice): void => void process.send?.(message);

process.on("message", (message: ToDevice) => {
  void answer(message).then(
    () => send({ type: "done", to: message.type }),
    (error: unknown) => send({ type: "failed", to: message.type, message: String(error) }),
  );
});
send({ type: "up" });

async function answer(message: ToDevice): Promise<void> {
  switch (message.type) {
    case "connect": {
      const credentials = { username: message.username, password: message.password };
      const connected = await app.connect({ url: serverUrl, ...credentials });
      if (!connected.ok) throw new Error(connected.error.message);
      return;
    }
    case "write":
      isWriting = true;
      void writeOn();
      return;
    case "settle":
      isWriting = false;
      await settle(message.timeoutMs);
      return;
    case "close":
      isWriting = false;
      await host.close();
      closeSync(file);
      setTimeout(() => process.exit(0), 50);
  }
}

/** Writes until a `settle` or `close` message. Doesn't note writes that are refused or fail. */
async function writeOn(): Promise<void> {
  while (isWriting) {
    try {
      await writeOnce();
    } catch (error) {
      send({ type: "failed", to: "write", message: String(error) });
    }
    await delay(20 + Math.random() * 180);
  }
}

async function writeOnce(): Promise<void> {
  const token = `<${name}.${process.pid}.${(lastToken += 1)}>`;
  const ids = await listed();
  const id = ids[Math.floor(Math.random() * ids.length)];
  const choice = Math.random();
  if (id === undefined || choice < 0.15) {
    const made = await app.createMemo({ content: `${token}\nfirst line of ${name}` });
    if (made.ok) note({ memo: made.value.id, token });
  } else if (choice < 0.8) {
    if (await insert(id, token)) note({ memo: id, token });
  } else if (choice < 0.9) {
    await app.updateMemo(id, { pinned: Math.random() < 0.5 });
  } else {
    await (Math.random() < 0.3 ? app.trashMemos([id]) : app.restoreMemos([id]));
  }
}

async function listed(): Promise<string[]> {
  const input = { search: "", tag: null, pinned: null, pageSize: 100 } as const;
  const view = Math.random() < 0.1 ? "trash" : "timeline";
  const page = await app.listMemos({ view, ...input });
  return page.ok ? page.value.memos.map((memo) => memo.id) : [];
}

/** Inserts a line as an editor does: by an update of the document, which overwrites no unseen text. */
async function insert(id: string, token: string): Promise<boolean> {
  const opened = await app.openText(id);
  if (!opened.ok) return false;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(opened.value.state, "base64"));
  const known = Y.encodeStateVector(doc);
  const text = doc.getText("content");
  const breaks = [...text.toString().matchAll(/\n/g)].map((match) => match.index + 1);
  const at = breaks[Math.floor(Math.random() * breaks.length)] ?? text.length;
  text.insert(at, `${token}\n`);
  const update = Buffer.from(Y.encodeStateAsUpdate(doc, known)).toString("base64");
  const pushed = await app.pushText({ id, gen: opened.value.gen, update });
  return pushed.ok;
}

function note(accepted: Accepted): void {
  writeSync(file, `${JSON.stringify(accepted)}\n`);
  fsyncSync(file);
}

async function settle(timeoutMs: number): Promise<void> {
  const giveUpMs = Date.now() + timeoutMs;
  for (;;) {
    await app.syncNow();
    const status = await app.syncStatus();
    if (status.state === "synced" && status.waiting === 0) return;
    if (Date.now() > giveUpMs) throw new Error(`does not settle: ${JSON.stringify(status)}`);
    await delay(200);
  }
}
