import { appError, err, invalidField, ok, type AppError, type Result } from "@tidemark/core";
import type { ResolveHost } from "./fetch-target.ts";
import { guardedFetch, type FetchError } from "./guarded-fetch.ts";

/** What a page says of itself; "" where it says nothing. */
export interface LinkMetadata {
  /** As it was asked for. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Absolute http or https address of a picture. */
  readonly image: string;
}

/** Heads are at the beginning; nobody needs the rest of a page. */
const maxBytes = 512 * 1024;
const timeoutMs = 8000;

/**
 * Reads the title, description and picture of a page that a memo links to. INVALID_ARGUMENT for an
 * address that may not be asked, UNAVAILABLE when the page gives no answer that can be read.
 */
export async function fetchLinkMetadata(
  url: string,
  options: { readonly allowPrivate: boolean; readonly resolve?: ResolveHost },
): Promise<Result<LinkMetadata, AppError>> {
  const answer = await guardedFetch(url, {
    ...options,
    maxBytes,
    cutsBody: true,
    timeoutMs,
    accept: ["text/html", "application/xhtml+xml"],
    headers: { accept: "text/html,application/xhtml+xml" },
  });
  if (!answer.ok) return err(refusal(answer.error));
  if (answer.value.status >= 400) {
    return err(appError("UNAVAILABLE", `the page answers ${answer.value.status}`));
  }
  const html = decode(answer.value.body, answer.value.headers["content-type"] ?? "");
  const { readMetadata } = await import("./read-metadata.ts");
  return ok({ url, ...readMetadata(html, answer.value.url) });
}

function refusal(error: FetchError): AppError {
  const isBad = error.type === "bad-url" || error.type === "private-address";
  return isBad ? invalidField("url", error.message) : appError("UNAVAILABLE", error.message);
}

/** By the charset that the answer or the page itself names; UTF-8 when neither does. */
function decode(body: Uint8Array, contentType: string): string {
  const start = new TextDecoder("latin1").decode(body.subarray(0, 2048));
  const charset =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start)?.[1] ??
    "utf-8";
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // A charset that does not exist.
    return new TextDecoder().decode(body);
  }
}
