import { isUtf8 } from "node:buffer";
import { err, ok, type Result } from "@tidemark/core";
import type * as Undici from "undici";
import { type FetchTarget, parseFetchUrl, resolveTarget } from "./fetch-target.ts";
import type { HostAddress, ResolveHost, TargetError } from "./fetch-target.ts";
import { packingsOf, unpack } from "./unpack-body.ts";

export interface GuardedFetchOptions {
  /** GET by default. */
  readonly method?: "GET" | "HEAD" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /**
   * Maximum size of the answer in bytes, compressed and decompressed. A larger one is `too-large`, or
   * truncated with `cutsBody`.
   */
  readonly maxBytes: number;
  readonly cutsBody?: boolean;
  /**
   * Reads the body as it arrives, instead of the answer's `body`. The returned function receives each piece,
   * and returns true once it needs no more.
   */
  readonly readBody?: (answer: Omit<FetchedAnswer, "body">) => (piece: Uint8Array) => boolean;
  /**
   * Decompresses a body that is compressed although the request didn't allow it; otherwise it is
   * `unexpected-type`.
   */
  readonly unpacks?: boolean;
  readonly userAgent?: string;
  /** Total time for names, redirects and the answer's body. */
  readonly timeoutMs: number;
  /** Accepted media types, with wildcards such as `image/*`; others are `unexpected-type`. */
  readonly accept?: readonly string[];
  /** Allows addresses that only the server can reach. */
  readonly allowPrivate: boolean;
  /** Followed for GET and HEAD only; 5 by default. */
  readonly maxRedirects?: number;
  /** Aborts the fetch with the error `aborted`. */
  readonly signal?: AbortSignal;
  /** The system's resolver by default. */
  readonly resolve?: ResolveHost;
}

export interface FetchedAnswer {
  /** Final URL after redirects. */
  readonly url: string;
  readonly status: number;
  /** Without parameters, lower case; "" when none was sent. */
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export type FetchError =
  | TargetError
  | { readonly type: "too-many-redirects"; readonly message: string }
  | { readonly type: "too-large"; readonly message: string }
  | { readonly type: "unexpected-type"; readonly message: string }
  | { readonly type: "timed-out"; readonly message: string }
  | { readonly type: "aborted"; readonly message: string }
  | { readonly type: "unreachable"; readonly message: string };

/**
 * Fetches a URL that a user chose. Resolves the name once and connects only to those addresses, in turn;
 * checks every redirect; limits the size and time of the answer. Any status counts as an answer. Headers are
 * sent to the first origin only.
 */
export async function guardedFetch(
  text: string,
  options: GuardedFetchOptions,
): Promise<Result<FetchedAnswer, FetchError>> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const timedOut = Promise.withResolvers<never>();
  const onAbort = (): void => timedOut.reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    // A name lookup can't be aborted, so this stops waiting for it.
    return await Promise.race([follow(text, options, signal), timedOut.promise]);
  } catch (error) {
    if (options.signal?.aborted === true) return err({ type: "aborted", message: "stopped" });
    if (signal.aborted) {
      return err({ type: "timed-out", message: `no response within ${options.timeoutMs} ms` });
    }
    return err({ type: "unreachable", message: reasonOf(error) });
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function follow(
  text: string,
  options: GuardedFetchOptions,
  signal: AbortSignal,
): Promise<Result<FetchedAnswer, FetchError>> {
  const method = options.method ?? "GET";
  const maxRedirects = method === "POST" ? 0 : (options.maxRedirects ?? 5);
  const first = parseFetchUrl(text);
  if (!first.ok) return first;
  let url = first.value;
  for (let redirects = 0; ; redirects += 1) {
    const target = await resolveTarget(url, options);
    if (!target.ok) return target;
    signal.throwIfAborted();
    const headers = url.origin === first.value.origin ? options.headers : {};
    const step = await fetchOnce(
      target.value,
      { ...options, method, headers: headers ?? {} },
      signal,
    );
    if (!step.ok) return step;
    if (step.value.type === "answer") return ok(step.value.answer);
    if (redirects === maxRedirects) {
      return err({ type: "too-many-redirects", message: `after ${redirects} redirects` });
    }
    const next = parseFetchUrl(step.value.location, url);
    if (!next.ok) return next;
    url = next.value;
  }
}

type Step =
  | { readonly type: "answer"; readonly answer: FetchedAnswer }
  | { readonly type: "redirect"; readonly location: string };

async function fetchOnce(
  { url, addresses }: FetchTarget,
  options: GuardedFetchOptions & { readonly method: "GET" | "HEAD" | "POST" },
  signal: AbortSignal,
): Promise<Result<Step, FetchError>> {
  // Imported lazily: few servers fetch URLs, and undici takes as much memory as all routes.
  const undici = await import("undici");
  await using resources = new AsyncDisposableStack();
  const agent = resources.adopt(pinnedAgent(undici, addresses, options.timeoutMs), (each) =>
    each.destroy(),
  );
  const reply = await undici.request(url, {
    dispatcher: agent,
    method: options.method,
    signal,
    headers: {
      "user-agent": options.userAgent ?? "Tidemark",
      // A small answer must not decompress into a large one.
      "accept-encoding": "identity",
      ...(options.accept && { accept: options.accept.join(", ") }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: options.body }),
  });
  // A truncated body emits an error event; its reader gets a rejection too.
  reply.body.on("error", () => {});
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  const { location } = headers;
  const isRedirect = [301, 302, 303, 307, 308].includes(reply.statusCode);
  if (isRedirect && location !== undefined && options.method !== "POST") {
    reply.body.destroy();
    return ok({ type: "redirect", location: asUtf8(location) });
  }
  const contentType = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const packings = packingsOf(headers["content-encoding"] ?? "");
  const isReadable = packings?.length === 0 || (packings !== null && options.unpacks === true);
  if (options.accept && !(isReadable && isAccepted(contentType, options.accept))) {
    reply.body.destroy();
    return err({ type: "unexpected-type", message: `the response is ${contentType || "untyped"}` });
  }
  const answer = { url: url.href, status: reply.statusCode, contentType, headers };
  const chunks: Uint8Array[] = [];
  const collect = (chunk: Uint8Array): boolean => {
    chunks.push(chunk);
    return false;
  };
  const take = options.readBody?.(answer) ?? collect;
  const unpacks = options.unpacks === true && packings !== null;
  const isWhole = await readUpTo(
    unpack(boundedBody(reply.body, options.maxBytes), unpacks ? packings : []),
    options.maxBytes,
    take,
  );
  if (!isWhole && options.cutsBody !== true) {
    return err({ type: "too-large", message: `the response is over ${options.maxBytes} bytes` });
  }
  return ok({ type: "answer", answer: { ...answer, body: Buffer.concat(chunks) } });
}

/** Maximum number of addresses that are tried: more than any host needs, too few to use up the time. */
const maxAddresses = 8;

/**
 * Creates an agent that connects only to these addresses, whatever the host: in turn, alternating between
 * both families, until one accepts. An address that doesn't answer gets half of its share of the timeout.
 */
function pinnedAgent(
  undici: typeof Undici,
  addresses: readonly HostAddress[],
  timeoutMs: number,
): Undici.Agent {
  const tried = addresses.slice(0, maxAddresses);
  const [first] = tried;
  return new undici.Agent({
    connect: {
      timeout: timeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: Math.max(10, Math.floor(timeoutMs / (2 * tried.length))),
      lookup(_hostname, { all }, done) {
        if (all === true) done(null, [...tried]);
        else done(null, first?.address ?? "", first?.family);
      },
    },
  });
}

/** Ends the body after `maxBytes`, since a compressed body may be endless and decompress to nothing. */
async function* boundedBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    yield chunk;
    if (bytes > maxBytes) return;
  }
}

/** Passes up to `maxBytes` of the body to `take`. Returns false if more arrived and was wanted. */
async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  take: (chunk: Uint8Array) => boolean,
): Promise<boolean> {
  let left = maxBytes;
  for await (const chunk of body) {
    if (take(chunk.subarray(0, left))) return true;
    if (chunk.length > left) return false;
    left -= chunk.length;
  }
  return true;
}

/** Decodes a header that Node read as Latin-1, if its bytes are UTF-8. */
function asUtf8(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) ? bytes.toString() : header;
}

function isAccepted(contentType: string, accept: readonly string[]): boolean {
  return accept.some((wanted) =>
    wanted.endsWith("/*") ? contentType.startsWith(wanted.slice(0, -1)) : contentType === wanted,
  );
}

function reasonOf(error: unknown): string {
  // Each address has its own error.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join(", ");
  }
  return error instanceof Error ? error.message || error.name : String(error);
}
