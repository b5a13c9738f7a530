import { rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

// A running server does what a command asks on a socket in its data folder (ADR 0118). Everything that
// the server creates there is closed to other users. A request is one JSON text, and so is the answer, which content may precede.

/** Maximum size of a request or an answer in bytes: thousands of accounts. */
const maxBytes = 1024 * 1024;
/** Time for sending a request, in milliseconds. */
const requestMs = 5000;
/** Time for receiving its answer, in milliseconds. Closing an account with many memos takes minutes. */
const answerMs = 10 * 60 * 1000;

const answerSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), lines: z.array(z.string()) }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);

/** Lines to print, or the reason why nothing was changed. */
export type ControlAnswer = z.infer<typeof answerSchema>;

/** Content, such as a file, and the answer that follows it. */
export interface ControlContent {
  readonly body: AsyncIterable<Uint8Array>;
  readonly answer: () => Promise<ControlAnswer>;
}

/** Returns the socket of a data folder. */
function controlSocket(data: string): string {
  return join(data, "tidemark.sock");
}

/**
 * Listens on a data folder's socket, and answers each request. Returns null, after a warning, if the folder can't have a
 * socket: its path is too long, or its file system has none. Windows has no modes, so no socket there.
 */
export async function serveControl(
  data: string,
  answer: (asked: unknown) => Promise<ControlAnswer | ControlContent>,
  warn: (error: unknown, message: string) => void,
): Promise<AsyncDisposable | null> {
  if (process.platform === "win32") return null;
  const path = controlSocket(data);
  // Left by a killed process: the folder is this one's now.
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    const timer = setTimeout(() => socket.destroy(), requestMs);
    void readAll(socket)
      .then((text) => {
        clearTimeout(timer);
        return answer(parseJson(z.unknown(), text));
      })
      .then((given) =>
        "body" in given
          ? pipeline(framesOf(given), socket)
          : void socket.end(JSON.stringify(given)),
      )
      .catch((error: unknown) => {
        clearTimeout(timer);
        warn(error, "a command failed");
        socket.destroy();
      });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
  } catch (error) {
    warn(error, `commands need a stopped server: ${path} can't be a socket`);
    return null;
  }
  server.on("error", (error) => warn(error, "the socket for commands failed"));
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a request to the server that has a data folder. Returns null if none listens there. */
export async function askControl(data: string, asked: unknown): Promise<ControlAnswer | null> {
  return askForContent(data, asked, async (content) => {
    for await (const _ of content) throw new Error("content came for no reason");
  });
}

/** Sends a request whose answer may have content, which `take` reads to its end. Returns null if no server listens. */
export async function askForContent(
  data: string,
  asked: unknown,
  take: (content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<ControlAnswer | null> {
  const socket = connect(controlSocket(data));
  socket.setTimeout(answerMs, () => socket.destroy(new Error("the server does not answer")));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
  } catch {
    return null;
  }
  try {
    socket.end(JSON.stringify(asked));
    const frames = readFrames(socket);
    await take(frames.content());
    return parseJson(answerSchema, frames.rest().toString("utf8"));
  } catch {
    const message = "the running server gave no answer; its log has the reason";
    return { ok: false, code: "UNAVAILABLE", message };
  } finally {
    socket.destroy();
  }
}

/** Bytes of a frame's length. A plain answer begins with `{`, which no length of ours does. */
const lengthBytes = 4;
const brace = 0x7b;

/** Writes content in pieces with their lengths, then an empty one and the answer. */
async function* framesOf({ body, answer }: ControlContent): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    if (chunk.length === 0) continue;
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
  yield Buffer.from(JSON.stringify(await answer()));
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(lengthBytes);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** Reads the content of an answer, which may have none, and what follows it. */
function readFrames(socket: Socket) {
  let held = Buffer.alloc(0);
  async function* content(): AsyncGenerator<Uint8Array> {
    let hasEnded = false;
    for await (const read of socket.iterator({ destroyOnReturn: false })) {
      held = Buffer.concat([held, Buffer.from(read)]);
      while (!hasEnded && held.length >= lengthBytes && held[0] !== brace) {
        const length = held.readUInt32BE(0);
        if (held.length < lengthBytes + length) break;
        hasEnded = length === 0;
        const chunk = held.subarray(lengthBytes, lengthBytes + length);
        held = held.subarray(lengthBytes + length);
        if (!hasEnded) yield chunk;
      }
      if (held.length > maxBytes) throw new Error("the message is too long");
    }
  }
  return { content, rest: () => held };
}

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const read = Buffer.from(chunk);
    bytes += read.length;
    if (bytes > maxBytes) throw new Error("the message is too long");
    chunks.push(read);
  }
  return Buffer.concat(chunks).toString("utf8");
}
