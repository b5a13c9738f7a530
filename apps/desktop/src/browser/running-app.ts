import { rmSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { parseJson } from "@tidemark/core";

/**
 * File by which a second start on the same folder reaches the running app. Only its owner can read it. It
 * contains the port and the secret required to get a key (ADR 0030).
 */
const channelFile = "tidemark.browser";

const channelSchema = z.object({
  pid: z.int(),
  /** `null` while the app is starting. */
  port: z.int().nullable(),
  secret: z.string(),
});

/** Route that issues keys to callers who have the secret from the file. */
export const keysPath = "/session/keys";
const answerSchema = z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

export interface Channel {
  /** Secret that callers must send to get a key. */
  readonly secret: string;
  /** Publishes the port. */
  listensAt(port: number): Promise<void>;
  /** Deletes the file; synchronous, so it works during process exit. */
  remove(): void;
}

/** Opens the channel of this process, which holds the folder. */
export async function openChannel(folder: string, secret: string): Promise<Channel> {
  const file = join(folder, channelFile);
  const write = async (port: number | null): Promise<void> => {
    const partial = `${file}.partial`;
    // Created anew, since writing to an existing file keeps its mode.
    await rm(partial, { force: true });
    const text = JSON.stringify({ pid: process.pid, port, secret });
    await writeFile(partial, text, { mode: 0o600, flag: "wx" });
    await rename(partial, file);
  };
  await write(null);
  return { secret, listensAt: write, remove: () => rmSync(file, { force: true }) };
}

/** Maximum time a process may take from locking the folder to opening its channel. */
const openWithinMs = 3000;
const lookEveryMs = 50;

/**
 * Returns a new address of the app that holds the folder, once it listens. Returns null if the process
 * doesn't serve browsers, exits, or the signal is aborted. A file left by a killed process has another pid.
 */
export async function freshAddress(
  folder: string,
  pid: number,
  signal?: AbortSignal,
): Promise<string | null> {
  const lookUntilMs = performance.now() + openWithinMs;
  while (signal?.aborted !== true && isRunning(pid)) {
    const channel = await readChannel(folder);
    const isOpen = channel !== null && channel.pid === pid;
    if (isOpen && channel.port !== null) return requestAddress(channel.port, channel.secret);
    if (!isOpen && performance.now() > lookUntilMs) return null;
    await wait(lookEveryMs);
  }
  return null;
}

async function readChannel(folder: string): Promise<z.infer<typeof channelSchema> | null> {
  try {
    const text = await readFile(join(folder, channelFile), "utf8");
    return parseJson(channelSchema, text);
  } catch {
    // The file is absent, owned by another user, or not written by this program.
    return null;
  }
}

async function requestAddress(port: number, secret: string): Promise<string | null> {
  const origin = `http://127.0.0.1:${port}`;
  try {
    const answer = await fetch(origin + keysPath, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      redirect: "error",
      signal: AbortSignal.timeout(5000),
    });
    const { key } = answerSchema.parse(await answer.json());
    return addressWith(port, key);
  } catch {
    return null;
  }
}

/** Returns the address to open, with the key in its fragment. */
export function addressWith(port: number, key: string): string {
  return `http://127.0.0.1:${port}/#key=${key}`;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
