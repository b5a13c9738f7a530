import type { AppRouter } from "@tidemark/core/router";
import {
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from "@trpc/client";
import { isAtOnce } from "@tidemark/core/router/at-once";
import type { HostLine } from "@tidemark/replica/rpc/page";
import { outlivingPage } from "./outlive-page.ts";
import { keepPageSecret, provePage } from "./page-secret.ts";

/**
 * Exchanges the key in the address (`#key=…`) for the session's cookie, and removes it from the address.
 * Returns true if there is no key or it was accepted; `/trpc` checks the session anyway.
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
  if (answer.status === 503) {
    const { showRefusedTo } = await import("./refused-client.ts");
    await showRefusedTo(key, await answer.json());
    // Never resolves: the refused page replaces the app.
    return new Promise(() => {});
  }
  if (answer.ok) await keepPageSecret(key);
  return answer.ok;
}

/**
 * Proves to a restarted host that this page belongs to it; false if the host sends no challenge or the proof
 * fails.
 */
async function resumeSession(locked: Response): Promise<boolean> {
  const challenge = challengeIn(await locked.json().catch(() => null));
  const proof = challenge === null ? null : await provePage(challenge);
  if (proof === null) return false;
  const answer = await fetch("/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ proof }),
  });
  return answer.ok;
}

function challengeIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("challenge" in answer)) return null;
  return typeof answer.challenge === "string" ? answer.challenge : null;
}

/**
 * Handles a new address pasted over the old one, which only changes the fragment: exchanges its key for a
 * session. Calls `onOpened` on success; a wrong, used or expired key changes nothing.
 */
export function followNewKeys(onOpened: () => void): void {
  window.addEventListener("hashchange", () => {
    if (keyOfAddress() === null) return;
    openSession().then(
      (isOpen) => isOpen && onOpened(),
      () => undefined,
    );
  });
}

function keyOfAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("key");
}

/** Message of the error thrown when the host doesn't answer. */
const unanswered = "no answer";

/**
 * Connects to the router over HTTP, with batched queries and subscriptions as event streams. Queries that the
 * user waits for aren't batched. Mutations aren't either: a closing page might not send them in time, and
 * they outlive the page.
 */
export function createBrowserLine(): HostLine<AppRouter> {
  const change = outlivingPage(answered);
  const ask = (url: RequestInfo | URL | string, init?: object) =>
    answered(url, init as RequestInit);
  const link: TRPCLink<AppRouter> = splitLink({
    condition: ({ type }) => type === "subscription",
    true: httpSubscriptionLink({ url: "/trpc" }),
    false: splitLink({
      condition: ({ type }) => type === "mutation",
      true: httpLink({ url: "/trpc", fetch: (url, init) => change(url, init as RequestInit) }),
      false: splitLink({
        condition: ({ context }) => isAtOnce(context),
        true: httpLink({ url: "/trpc", fetch: ask }),
        false: httpBatchLink({ url: "/trpc", maxURLLength: 4096, fetch: ask }),
      }),
    }),
  });
  const send = link({});
  return {
    send: (op) =>
      send({
        op,
        next: () => {
          throw new Error("nothing follows the way to the host");
        },
      }),
    async reach() {
      try {
        const answer = await fetch("/session", { cache: "no-store" });
        if (answer.status === 204) return "up";
        if (answer.status !== 401) return "down";
        return (await resumeSession(answer)) ? "up" : "locked";
      } catch {
        return "down";
      }
    },
    judge(error) {
      if (!(error instanceof TRPCClientError)) return "up";
      if (isLocked(error)) return "locked";
      // A broken event stream reports no cause.
      return error.message === unanswered || error.cause instanceof Event ? "down" : "up";
    },
  };
}

async function answered(url: RequestInfo | URL | string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new Error(unanswered, { cause });
  }
}

function isLocked(error: TRPCClientError<AppRouter>): boolean {
  const data: unknown = error.data;
  if (typeof data === "object" && data !== null) {
    return (data as { httpStatus?: unknown }).httpStatus === 401;
  }
  const response = error.meta?.["response"];
  return response instanceof Response && response.status === 401;
}
