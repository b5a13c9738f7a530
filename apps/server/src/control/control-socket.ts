import { rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

// A running server does what a command asks on a socket in its data folder (ADR 0118). Everything that
// the server creates there is closed to other users. A request is one JSON text, and so is the answer.

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
  answer: (asked: unknown) => Promise<ControlAnswer>,
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
      .then((given) => socket.end(JSON.stringify(given)))
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
    return parseJson(answerSchema, await readAll(socket));
  } catch {
    const message = "the running server gave no answer; its log has the reason";
    return { ok: false, code: "UNAVAILABLE", message };
  }
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
