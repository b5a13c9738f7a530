import { setTimeout as delay } from "node:timers/promises";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

/** Answers that all clients got in one part of a run. */
export class Seen {
  /** Time of each answer in milliseconds. */
  readonly tookMs: number[] = [];
  /** Number of requests that the server refused and said when to send again. */
  refused = 0;
  /** Other requests without the expected answer. */
  readonly faults: string[] = [];
}

interface Load {
  readonly seen: Seen;
  /** Average milliseconds between an answer and the next request. */
  readonly pauseMs: number;
  readonly over: AbortSignal;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const anyObject = z.record(z.string(), z.unknown());
const deadlineMs = 60_000;
const pictureBytes = 4096;

/** A script that creates, reads, edits and deletes memos of its own. */
export class ApiClient {
  /** Text of each memo that the server acknowledged, by name; null for a deleted one. */
  readonly memos = new Map<string, string | null>();
  readonly #url: string;
  readonly #token: string;
  readonly #name: string;
  #words = 0;

  constructor(url: string, token: string, name: string) {
    this.#url = url;
    this.#token = token;
    this.#name = name;
  }

  /** Sends one request after another until the signal aborts. */
  async work({ seen, pauseMs, over }: Load): Promise<void> {
    while (!over.aborted) {
      await this.#act(seen);
      if (pauseMs > 0) await delay(pauseMs * (0.2 + 1.6 * Math.random()));
    }
  }

  /** Returns the body of an answer; null if the request was refused or failed. */
  async ask(seen: Seen, { method, path, body }: Request): Promise<Record<string, unknown> | null> {
    const startMs = performance.now();
    try {
      const answer = await fetch(`${this.#url}/api/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(deadlineMs),
      });
      const text = await answer.text();
      seen.tookMs.push(performance.now() - startMs);
      if (answer.status === 200) return parseJson(anyObject, text);
      const isRefusal = answer.status === 429 || answer.status === 503;
      if (isRefusal && answer.headers.has("retry-after")) seen.refused += 1;
      else seen.faults.push(`${this.#name}: ${method} ${path}: ${answer.status} ${text}`);
    } catch (error) {
      seen.faults.push(`${this.#name}: ${method} ${path}: ${String(error)}`);
    }
    return null;
  }

  async #act(seen: Seen): Promise<void> {
    const choice = Math.random();
    const [name, content] = this.#drawn();
    if (choice < 0.45) await this.ask(seen, { method: "GET", path: "memos?pageSize=20" });
    else if (choice < 0.55) await this.#search(seen);
    else if (choice < 0.75 || name === undefined) await this.#create(seen);
    else if (choice < 0.83) await this.ask(seen, { method: "GET", path: name });
    else if (choice < 0.95) await this.#edit(seen, name, content);
    else if (choice < 0.98) await this.#attach(seen);
    else await this.#delete(seen, name);
  }

  #drawn(): [name: string | undefined, content: string] {
    const living = [...this.memos].filter((entry) => entry[1] !== null);
    const [name, content] = living[Math.floor(Math.random() * living.length)] ?? [];
    return [name, content ?? ""];
  }

  async #search(seen: Seen): Promise<void> {
    const filter = encodeURIComponent(`content.contains("${this.#name}-${this.#words}")`);
    await this.ask(seen, { method: "GET", path: `memos?pageSize=20&filter=${filter}` });
  }

  async #create(seen: Seen): Promise<void> {
    const content = `${this.#word()} #${this.#name}\n\n- [ ] a task`;
    const memo = await this.ask(seen, { method: "POST", path: "memos", body: { content } });
    if (memo !== null) this.memos.set(String(memo["name"]), content);
  }

  async #edit(seen: Seen, name: string, before: string): Promise<void> {
    const content = `${before}\n${this.#word()}`;
    const path = `${name}?updateMask=content`;
    const memo = await this.ask(seen, { method: "PATCH", path, body: { content } });
    if (memo !== null) this.memos.set(name, content);
  }

  async #attach(seen: Seen): Promise<void> {
    const content = Buffer.alloc(pictureBytes, this.#word()).toString("base64");
    const body = { filename: "notes.txt", type: "text/plain", content };
    await this.ask(seen, { method: "POST", path: "attachments", body });
  }

  async #delete(seen: Seen, name: string): Promise<void> {
    const deleted = await this.ask(seen, { method: "DELETE", path: name });
    if (deleted !== null) this.memos.set(name, null);
  }

  #word(): string {
    return `${this.#name}-${(this.#words += 1)}`;
  }
}
