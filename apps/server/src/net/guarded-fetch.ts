import { err, ok, type Result } from "@tidemark/core";
import type * as Undici from "undici";
import { type FetchTarget, parseFetchUrl, resolveTarget } from "./fetch-target.ts";
import type { HostAddress, ResolveHost, TargetError } from "./fetch-target.ts";

export interface GuardedFetchOptions {
  /** GET by default. */
  readonly method?: "GET" | "HEAD" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Longest answer, bytes; a longer one is `too-large`, or cut there with `cutsBody`. */
  readonly maxBytes: number;
  readonly cutsBody?: boolean;
  /** For everything together: names, redirects and the answer's body. */
  readonly timeoutMs: number;
  /** Media types that will do, `image/*` for all of a kind; others are `unexpected-type`. */
  readonly accept?: readonly string[];
  /** Lets addresses through that only the server can reach. */
  readonly allowPrivate: boolean;
  /** Followed for GET and HEAD only; 5 by default. */
  readonly maxRedirects?: number;
  /** Ends it from outside: `aborted`. */
  readonly signal?: AbortSignal;
  /** Of the machine by default. */
  readonly resolve?: ResolveHost;
}

export interface FetchedAnswer {
  /** Where the answer came from, after redirects. */
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
 * Asks a URL that somebody else chose. The name is resolved once and the connection goes to exactly
 * that address; every redirect is judged anew; answers are bounded in size and time. Any status is
 * an answer. Headers go to the first origin only: a redirect elsewhere does not take them along.
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
    // A name that never resolves cannot be aborted; it is left behind.
    return await Promise.race([follow(text, options, signal), timedOut.promise]);
  } catch (error) {
    if (options.signal?.aborted === true) return err({ type: "aborted", message: "stopped" });
    if (signal.aborted) {
      return err({ type: "timed-out", message: `no answer within ${options.timeoutMs} ms` });
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
    const step = await askOnce(
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

async function askOnce(
  { url, address }: FetchTarget,
  options: GuardedFetchOptions & { readonly method: "GET" | "HEAD" | "POST" },
  signal: AbortSignal,
): Promise<Result<Step, FetchError>> {
  // Only a server that asks others needs a client; it takes as much memory as all routes.
  const undici = await import("undici");
  await using resources = new AsyncDisposableStack();
  const agent = resources.adopt(pinnedAgent(undici, address), (each) => each.destroy());
  const reply = await undici.request(url, {
    dispatcher: agent,
    method: options.method,
    signal,
    headers: {
      "user-agent": "Tidemark",
      // Nothing is unpacked here: a small answer must not become a large one.
      "accept-encoding": "identity",
      ...(options.accept && { accept: options.accept.join(", ") }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: options.body }),
  });
  // A body that is cut short says so by an event; whoever reads on hears of it by a rejection.
  reply.body.on("error", () => {});
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  const { location } = headers;
  const isRedirect = [301, 302, 303, 307, 308].includes(reply.statusCode);
  if (isRedirect && location !== undefined && options.method !== "POST") {
    reply.body.destroy();
    return ok({ type: "redirect", location });
  }
  const contentType = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const encoding = headers["content-encoding"] ?? "identity";
  if (options.accept && !(encoding === "identity" && isAccepted(contentType, options.accept))) {
    reply.body.destroy();
    return err({ type: "unexpected-type", message: `the answer is ${contentType || "untyped"}` });
  }
  const { body, isWhole } = await readUpTo(reply.body, options.maxBytes);
  if (!isWhole && options.cutsBody !== true) {
    return err({ type: "too-large", message: `the answer is over ${options.maxBytes} bytes` });
  }
  const status = reply.statusCode;
  return ok({ type: "answer", answer: { url: url.href, status, contentType, headers, body } });
}

/** Connects to one address and no other, whatever name it is asked for. */
function pinnedAgent(undici: typeof Undici, { address, family }: HostAddress): Undici.Agent {
  return new undici.Agent({
    connect: {
      lookup(_hostname, { all }, done) {
        if (all === true) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    },
  });
}

/** The beginning, when there is more than that; the rest is not read. */
async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ body: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: bytes <= maxBytes };
}

function isAccepted(contentType: string, accept: readonly string[]): boolean {
  return accept.some((wanted) =>
    wanted.endsWith("/*") ? contentType.startsWith(wanted.slice(0, -1)) : contentType === wanted,
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
