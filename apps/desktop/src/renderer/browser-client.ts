import type { AppRouter } from "@tidemark/core/router";
import type { TidemarkClient } from "@tidemark/ui";
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
} from "@trpc/client";

/**
 * Trades the key of the address (`#key=…`) for the session's cookie, and takes the key out of the
 * address. True when there is nothing to trade or it was taken: `/trpc` has the last word.
 */
export async function openSession(): Promise<boolean> {
  const key = keyOfAddress();
  if (key === null) return true;
  history.replaceState(null, "", `${location.pathname}${location.search}#/`);
  const answer = await fetch("/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key }),
  });
  return answer.ok;
}

/** A new address pasted over the old one changes the fragment alone: the page begins anew with it. */
export function followNewKeys(): void {
  window.addEventListener("hashchange", () => {
    if (keyOfAddress() !== null) location.reload();
  });
}

function keyOfAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("key");
}

/** Beyond this a request may not outlive its page (the limit of `keepalive` is 64 KiB in all). */
const keepaliveBytes = 32 * 1024;

/** What carries words that are nowhere else yet, and may be asked for while the page goes away. */
const lastWords = new Set(["text.push", "drafts.set"]);

/**
 * The router over HTTP: batched calls, and subscriptions as event streams. Last words wait for no
 * batch, which a page that goes away would not live to send, and outlive their page.
 */
export function createBrowserClient(): TidemarkClient {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: httpSubscriptionLink({ url: "/trpc" }),
        false: splitLink({
          condition: ({ path }) => lastWords.has(path),
          true: httpLink({
            url: "/trpc",
            fetch: (url, { body, method, headers, signal } = {}) =>
              fetch(url, {
                ...(body === undefined ? {} : { body: body as BodyInit }),
                ...(method === undefined ? {} : { method }),
                ...(headers === undefined ? {} : { headers }),
                signal: signal ?? null,
                keepalive: typeof body === "string" && body.length < keepaliveBytes,
              }),
          }),
          false: httpBatchLink({ url: "/trpc", maxURLLength: 4096 }),
        }),
      }),
    ],
  });
}
