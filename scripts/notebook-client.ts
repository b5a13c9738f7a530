import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Note } from "./notebook-lines.ts";
import { z } from "zod";

/**
 * Result of creating a note. `refused`: the server rejected this note. `hopeless`: it can't be reached or
 * rejects the token, so all notes would fail.
 */
export type NoteOutcome =
  | { readonly type: "created" }
  | { readonly type: "there" }
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "hopeless"; readonly reason: string };

export interface NotebookClient {
  /** Creates the note as a memo unless it exists; waits and retries while the server is busy. */
  create(note: Note): Promise<NoteOutcome>;
}

const maxTries = 5;
const firstDelayMs = 500;
const requestTimeoutMs = 30_000;

/** Returns the memo id for a file. It is deterministic, so a second run finds the memos of the first. */
export function noteMemoId(file: string): string {
  return `n${createHash("sha256").update(`notebook ${file}`).digest("hex").slice(0, 31)}`;
}

export function createNotebookClient(options: {
  /** Origin of the server, optionally with a base path. */
  readonly to: string;
  readonly token: string;
  readonly log: (line: string) => void;
  readonly sleep?: (ms: number) => Promise<unknown>;
}): NotebookClient {
  const { to, token, log, sleep = setTimeout } = options;
  // The rate limit applies to the token, so a request that hits it pauses all of them.
  let pause: Promise<void> | null = null;
  const startPause = async (delayMs: number): Promise<void> => {
    log(
      `The server's rate limit is reached: going on in ${Math.ceil(delayMs / 1000)} s. ` +
        "A server started with --rate-limit 0 has none.",
    );
    await sleep(delayMs);
    pause = null;
  };

  const send = async (note: Note): Promise<Response | { readonly unreachable: string }> => {
    const url = new URL(`${to.replace(/\/+$/, "")}/api/v1/memos`);
    url.searchParams.set("memoId", noteMemoId(note.file));
    const { content, createTime } = note;
    try {
      return await fetch(url, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ content, createTime, updateTime: createTime }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
    } catch (error) {
      return { unreachable: reasonOf(error) };
    }
  };

  return {
    async create(note) {
      let last = "";
      let isReachable = false;
      for (let attempt = 0; attempt < maxTries; attempt += 1) {
        if (pause !== null) await pause;
        const response = await send(note);
        if ("unreachable" in response) {
          last = response.unreachable;
          isReachable = false;
          await sleep(firstDelayMs * 2 ** attempt);
          continue;
        }
        const { status } = response;
        const answer = await response.text();
        if (response.ok) return { type: "created" };
        if (status === 409) return { type: "there" };
        last = `${status} ${messageOf(answer)}`;
        isReachable = true;
        if (status === 401 || status === 403) return { type: "hopeless", reason: last };
        if (status === 429) pause ??= startPause(retryAfterMs(response));
        else if (status === 503) await sleep(firstDelayMs * 2 ** attempt);
        else return { type: "refused", reason: last };
      }
      if (isReachable) return { type: "refused", reason: last };
      return { type: "hopeless", reason: `the server cannot be reached: ${last}` };
    },
  };
}

/** Parses the header: seconds or a date (RFC 9110 §10.2.3); one second if it is missing or invalid. */
function retryAfterMs(response: Response): number {
  const text = response.headers.get("retry-after") ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? 1000 : Math.max(0, atMs - Date.now());
}

/** Returns the cause's message, since `fetch` itself only reports that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

function messageOf(answer: string): string {
  try {
    const { message } = z.object({ message: z.unknown() }).parse(JSON.parse(answer));
    if (typeof message === "string") return message;
  } catch {
    // A response without the server's error format, such as a proxy's page.
  }
  return answer.slice(0, 200);
}
