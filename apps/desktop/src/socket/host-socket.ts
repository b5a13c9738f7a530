import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { appError, err } from "@tidemark/core";
import {
  type DeviceToolCall,
  maxCallBytes,
  readJson,
  toolCallSchema,
  type ToolResult,
} from "./tool-call.ts";

export const toolsPath = "/tools";
export const handOverPath = "/hand-over";

/** Longest address of a local socket in bytes; macOS has the shorter one. */
const longestAddress = 103;

/**
 * Returns the address of the socket at which the program with a data folder answers other programs of the same user.
 * Returns null on Windows, whose pipes anyone may open, and for a folder whose path is too long.
 */
export function hostSocketOf(dir: string): string | null {
  const address = join(dir, "host.sock");
  const isUsable = process.platform !== "win32" && Buffer.byteLength(address) <= longestAddress;
  return isUsable ? address : null;
}

export interface HostSocketOptions {
  /** Data folder, locked by this process and closed to other users. */
  readonly dir: string;
  readonly run: (call: DeviceToolCall) => Promise<ToolResult>;
  /** Closes the profile and releases the folder for another program. Absent if this program keeps it. */
  readonly handOver?: () => Promise<void>;
  readonly log: (line: string) => void;
}

/**
 * Answers calls of tools at the folder's socket until it is disposed, then ends running ones. Where the system can't make a
 * socket, such as on some network drives, there is none, and the log says so.
 */
export async function openHostSocket(options: HostSocketOptions): Promise<AsyncDisposable> {
  const { dir, handOver, log } = options;
  const address = hostSocketOf(dir);
  if (address === null) return noSocket;
  const server = createServer((request, reply) => {
    const answer = async (): Promise<void> => {
      if (request.method === "POST" && request.url === toolsPath) {
        return send(reply, 200, await answerCall(request, options));
      }
      if (request.method === "POST" && request.url === handOverPath && handOver !== undefined) {
        // Removes the socket before the folder is free, so that it can't be the next program's.
        server.close();
        await handOver();
        return send(reply, 200, {});
      }
      return send(reply, 404, {});
    };
    answer().catch((error: unknown) => {
      log(`assistants: ${error instanceof Error ? (error.stack ?? "") : String(error)}`);
      send(reply, 500, {});
    });
  });
  try {
    // Left by a program that was killed.
    await rm(address, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(address, resolve);
    });
  } catch (error) {
    log(`assistants: no socket at ${address}: ${error instanceof Error ? error.message : ""}`);
    return noSocket;
  }
  // Such as too many open files: the app goes on.
  server.on("error", ({ message }) => log(`assistants: ${message}`));
  server.unref();
  return {
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const noSocket: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined };

async function answerCall(
  request: IncomingMessage,
  { run }: HostSocketOptions,
): Promise<ToolResult> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxCallBytes) return err(appError("INVALID_ARGUMENT", "the call is too large"));
    parts.push(part);
  }
  const call = readJson(toolCallSchema, Buffer.concat(parts).toString());
  return call === null ? err(appError("INVALID_ARGUMENT", "expected a call of a tool")) : run(call);
}

function send(reply: ServerResponse, status: number, body: object): void {
  if (reply.headersSent) return;
  reply.writeHead(status, { "content-type": "application/json", connection: "close" });
  reply.end(JSON.stringify(body));
}
