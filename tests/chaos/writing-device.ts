import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as Y from "yjs";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import type { Accepted } from "./chaos-messages.ts";

/** A device that writes continuously. Its data is in `<dir>/<name>`. */
export interface WritingDevice {
  connect(server: { url: string; username: string; password: string }): Promise<void>;
  /** Writes until `settle` or `close`. Doesn't note writes that are refused or fail. */
  write(): void;
  /** Stops writing and syncs until nothing is pending. Throws if that takes longer. */
  settle(timeoutMs: number): Promise<void>;
  /** Returns true if the device has a memo with a text. */
  has(accepted: Accepted): Promise<boolean>;
  close(): Promise<void>;
}

export interface WritingOptions {
  readonly dir: string;
  readonly name: string;
  /** Milliseconds between two writes, on average. */
  readonly pauseMs: number;
  readonly onAccepted?: (accepted: Accepted) => void;
  readonly onFailed: (message: string) => void;
}

/**
 * Opens a device's host. Appends each write that the host accepted to `<dir>/<name>.accepted`, synced to disk
 * before the next write.
 */
export async function openWritingDevice(options: WritingOptions): Promise<WritingDevice> {
  const { name } = options;
  const data = join(options.dir, name);
  mkdirSync(data, { recursive: true });
  const host = await openHost({ dir: data });
  const { app } = host;
  const file = openSync(`${data}.accepted`, "a");
  let isWriting = false;
  let lastToken = 0;

  function note(accepted: Accepted): void {
    writeSync(file, `${JSON.stringify(accepted)}\n`);
    fsyncSync(file);
    options.onAccepted?.(accepted);
  }

  async function writeOn(): Promise<void> {
    while (isWriting) {
      try {
        await writeOnce();
      } catch (error) {
        options.onFailed(String(error));
      }
      await delay(options.pauseMs * (0.2 + 1.6 * Math.random()));
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

  return {
    async connect(server) {
      const connected = await app.connect(server);
      if (!connected.ok) throw new Error(connected.error.message);
    },
    write() {
      isWriting = true;
      void writeOn();
    },
    async settle(timeoutMs) {
      isWriting = false;
      const giveUpMs = Date.now() + timeoutMs;
      for (;;) {
        await app.syncNow();
        const status = await app.syncStatus();
        if (status.state === "synced" && status.waiting === 0) return;
        if (Date.now() > giveUpMs) throw new Error(`does not settle: ${JSON.stringify(status)}`);
        await delay(200);
      }
    },
    async has({ memo, token }) {
      const found = await app.getMemo(memo);
      return found.ok && found.value.content.includes(token);
    },
    async close() {
      isWriting = false;
      await host.close();
      closeSync(file);
    },
  };
}
