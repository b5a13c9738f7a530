import { rmSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { parseJson } from "@tidemark/core";

/**
 * How a start that finds its folder taken reaches the app that has it: a file in the folder, readable
 * by its owner alone, says where it listens and what it wants to hear before it gives a key (ADR 0030).
 */
const channelFile = "tidemark.browser";

const channelSchema = z.object({
  pid: z.int(),
  /** null: it is still starting. */
  port: z.int().nullable(),
  secret: z.string(),
});

/** The route that gives keys, and how whoever asks proves to have read the file. */
export const keysPath = "/session/keys";
const answerSchema = z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

export interface Channel {
  /** What whoever asks for a key has to know. */
  readonly secret: string;
  /** From now on others are told. */
  listensAt(port: number): Promise<void>;
  /** Removes the file; works while the process exits. */
  remove(): void;
}

/** Opens the channel of this process, which has the folder. */
export async function openChannel(folder: string, secret: string): Promise<Channel> {
  const file = join(folder, channelFile);
  const write = async (port: number | null): Promise<void> => {
    const partial = `${file}.partial`;
    // A new file: one that is there keeps the mode that it has.
    await rm(partial, { force: true });
    const text = JSON.stringify({ pid: process.pid, port, secret });
    await writeFile(partial, text, { mode: 0o600, flag: "wx" });
    await rename(partial, file);
  };
  await write(null);
  return { secret, listensAt: write, remove: () => rmSync(file, { force: true }) };
}

/** How long a process that has just taken the folder may take to open its channel. */
const openWithinMs = 3000;
const lookEveryMs = 50;

/**
 * A fresh address of the app that has the folder, once it listens. null when the process serves no
 * browser, ends, or the signal is aborted. The file of a process that was killed names another one.
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
    if (isOpen && channel.port !== null) return askForAddress(channel.port, channel.secret);
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
    // Absent, of somebody else, or nothing that this program wrote.
    return null;
  }
}

async function askForAddress(port: number, secret: string): Promise<string | null> {
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

/** The address to open, with the key in its fragment. */
export function addressWith(port: number, key: string): string {
  return `http://127.0.0.1:${port}/#key=${key}`;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
