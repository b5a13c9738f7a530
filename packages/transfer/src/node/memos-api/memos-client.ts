import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { SourceRefused } from "../../archive/source-tree.ts";

/** Client of one memos server; it contacts no other host. */
export interface MemosClient {
  /** Sends a GET and parses the response. Throws `SourceRefused` for any response that isn't JSON. */
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  /** Like a request, but returns null for a 404, or if the server lacks this API version. */
  probe<T>(method: "GET" | "POST", path: string, schema: z.ZodType<T>): Promise<T | null>;
  /** Yields the bytes of a file. Throws `SourceRefused` if their number isn't `sizeBytes`. */
  file(path: string, sizeBytes: number): AsyncIterable<Uint8Array>;
}

export interface MemosClientOptions {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly token: string | null;
  readonly signal?: AbortSignal | undefined;
  /** Delay before a retry; for tests. */
  readonly retryMs?: number;
}

/** Maximum size of a JSON response. */
const maxAnswerBytes = 64 * 1024 * 1024;
const maxRedirects = 3;
const tries = 4;
const answerMs = 60_000;

/** Creates a client of one server. It rejects redirects to another origin, which would leak the token. */
export function createMemosClient(options: MemosClientOptions): MemosClient {
  const { url, token, retryMs = 500 } = options;
  const { origin } = new URL(url);

  async function ask(method: "GET" | "POST", path: string): Promise<Response> {
    let address = url + path;
    for (let redirects = 0; ; redirects += 1) {
      const timeout = AbortSignal.timeout(answerMs);
      const response = await fetch(address, {
        method,
        redirect: "manual",
        headers: { accept: "*/*", ...(token !== null && { authorization: `Bearer ${token}` }) },
        ...(method === "POST" && { body: "{}" }),
        signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
      }).catch((cause: unknown) => {
        options.signal?.throwIfAborted();
        throw new SourceRefused("no-answer", `${origin} isn't responding: ${reasonOf(cause)}`, {
          cause,
        });
      });
      if (response.status < 300 || response.status > 399) return response;
      await response.body?.cancel();
      const next = URL.parse(response.headers.get("location") ?? "", address);
      if (next?.origin !== origin) {
        const where = next === null ? "nowhere" : next.origin;
        throw new SourceRefused(
          "no-answer",
          `${origin} redirects to ${where}: the token is not sent there. If that is the server, name it`,
        );
      }
      if (redirects === maxRedirects) {
        throw new SourceRefused("no-answer", `${origin} leads from one address to the next`);
      }
      address = next.href;
    }
  }

  /** Retries: some versions occasionally return "database is locked", and others limit requests. */
  async function retryRequest(method: "GET" | "POST", path: string): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await ask(method, path);
      const isPassing = response.status >= 500 && response.status !== 501;
      if (attempt === tries || (!isPassing && response.status !== 429)) return response;
      await response.body?.cancel();
      const asked = Number(response.headers.get("retry-after") ?? "") * 1000;
      const wait = asked > 0 && asked <= answerMs ? asked : retryMs * attempt;
      await sleep(wait, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
  }

  async function probe<T>(
    method: "GET" | "POST",
    path: string,
    schema: z.ZodType<T>,
  ): Promise<T | null> {
    const response = await retryRequest(method, path);
    const text = await textOf(response, path).catch((cause: unknown) => {
      options.signal?.throwIfAborted();
      if (cause instanceof SourceRefused) throw cause;
      const words = `the answer of ${origin} to ${path} is incomplete: ${reasonOf(cause)}`;
      throw new SourceRefused("no-answer", words, { cause });
    });
    if (response.status === 401 || response.status === 403) {
      throw new SourceRefused("no-answer", `${origin} rejects the token (${response.status})`);
    }
    if (isAbsent(response.status)) return null;
    if (!response.ok) {
      throw new SourceRefused("no-answer", `${origin} answers ${response.status} to ${path}`);
    }
    // Some versions respond to unknown paths with their HTML page.
    if (/^\s*</.test(text)) return null;
    try {
      const value: unknown = JSON.parse(text);
      return schema.parse(value);
    } catch (cause) {
      const words = `${origin} answers ${path} in an unknown format`;
      throw new SourceRefused("no-answer", words, { cause });
    }
  }

  return {
    probe,
    async get(path, schema) {
      const answer = await probe("GET", path, schema);
      if (answer !== null) return answer;
      const words = `${origin} answers ${path} with an error page, or not at all`;
      throw new SourceRefused("no-answer", words);
    },
    async *file(path, sizeBytes) {
      const response = await retryRequest("GET", path);
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        throw new SourceRefused("no-answer", `the server responds with ${response.status} for it`);
      }
      let read = 0;
      for await (const part of response.body) {
        read += part.length;
        if (read > sizeBytes) break;
        yield part;
      }
      if (read !== sizeBytes) {
        const words = `the server gives ${read > sizeBytes ? "more than" : `${read} of`} ${sizeBytes} bytes`;
        throw new SourceRefused("broken", words);
      }
    },
  };
}

/** Returns true for the statuses with which servers answer unknown paths. */
function isAbsent(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

async function textOf(response: Response, path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxAnswerBytes) {
      throw new SourceRefused("too-large", `the answer to ${path} is longer than is read`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message : String(inner);
}
