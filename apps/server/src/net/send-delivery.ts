import type { SendOutcome } from "@tidemark/core/webhook";
import { guardedFetch } from "./guarded-fetch.ts";
import { parseFetchUrl, resolveTarget } from "./fetch-target.ts";

/** Returns the instance setting that allows webhooks to addresses which only the server can reach. */
export type AllowPrivateTargets = () => boolean | Promise<boolean>;

const sendTimeoutMs = 20_000;
/** Maximum size of the stored answer in bytes. */
const maxStoredAnswerBytes = 2048;

/** Posts one delivery. Redirects aren't followed and count as answers. */
export async function sendDelivery(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: {
    readonly allowPrivate: AllowPrivateTargets;
    readonly nowMs: () => number;
    readonly signal: AbortSignal;
  },
): Promise<SendOutcome> {
  const fetched = await guardedFetch(url, {
    method: "POST",
    headers,
    body,
    maxBytes: maxStoredAnswerBytes,
    cutsBody: true,
    timeoutMs: sendTimeoutMs,
    allowPrivate: await options.allowPrivate(),
    signal: options.signal,
  });
  if (fetched.ok) {
    const text = new TextDecoder().decode(fetched.value.body);
    const { status, headers } = fetched.value;
    const retryAfterMs = readRetryAfter(headers["retry-after"] ?? "", options.nowMs());
    return { type: "answered", status, text, ...(retryAfterMs !== null && { retryAfterMs }) };
  }
  if (fetched.error.type === "aborted") return { type: "interrupted" };
  return { type: "failed", reason: `${fetched.error.type}: ${fetched.error.message}` };
}

/**
 * Reads the delay in ms from `Retry-After`: whole seconds or an HTTP date. Returns null for anything else.
 * Source: RFC 9110, 10.2.3.
 */
export function readRetryAfter(value: string, nowMs: number): number | null {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // All three forms of RFC 9110, 5.6.7, begin with the name of a day.
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/i.test(text)) return null;
  const isAsctime = !/\bGMT$/i.test(text);
  const atMs = Date.parse(isAsctime ? `${text} GMT` : text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** Returns the reason why a webhook may not use this URL, or null. A name without an address is allowed. */
export async function refuseWebhookUrl(
  url: string,
  allowPrivate: AllowPrivateTargets,
): Promise<string | null> {
  const parsed = parseFetchUrl(url);
  if (!parsed.ok) return parsed.error.message;
  const target = await resolveTarget(parsed.value, { allowPrivate: await allowPrivate() });
  return target.ok || target.error.type === "unresolved" ? null : target.error.message;
}
