import { appError, err, invalidField, ok, type AppError, type Result } from "@tidemark/core";
import type { ResolveHost } from "./fetch-target.ts";
import { guardedFetch, type FetchError } from "./guarded-fetch.ts";
import type { LinkMetadata } from "./read-metadata.ts";
import type { PageBytesReader } from "./read-page.ts";

/** Maximum bytes that are read of a page: YouTube's title follows 700 KB of script. */
const maxBytes = 4 * 1024 * 1024;
const timeoutMs = 8000;
/** Some sites render only in browsers, but send whole pages to bots with a name like this. */
const userAgent = "Mozilla/5.0 (compatible; TidemarkBot/1.0; link preview)";

/**
 * Reads the title, description and picture of a page that a memo links to. Returns INVALID_ARGUMENT for an
 * address that may not be fetched, UNAVAILABLE if the page can't be read.
 */
export async function fetchLinkMetadata(
  url: string,
  options: { readonly allowPrivate: boolean; readonly resolve?: ResolveHost },
): Promise<Result<LinkMetadata, AppError>> {
  const { createPageBytesReader } = await import("./read-page.ts");
  const pages: { readonly address: string; readonly reader: PageBytesReader }[] = [];
  const answer = await guardedFetch(url, {
    ...options,
    userAgent,
    maxBytes,
    cutsBody: true,
    unpacks: true,
    timeoutMs,
    accept: ["text/html", "application/xhtml+xml"],
    headers: { accept: "text/html,application/xhtml+xml" },
    readBody({ status, headers, url: address }) {
      if (status >= 400) return () => true;
      const reader = createPageBytesReader(headers["content-type"] ?? "");
      pages.push({ address, reader });
      return (piece) => reader.write(piece);
    },
  });
  if (answer.ok && answer.value.status >= 400) {
    return err(appError("UNAVAILABLE", `the page answers ${answer.value.status}`));
  }
  const [read] = pages;
  // A truncated or endless page suffices once its title is read.
  if (!answer.ok && read?.reader.hasTitle() !== true) return err(refusal(answer.error));
  const metadata = read?.reader.metadata(read.address);
  return ok({ url, title: "", description: "", image: "", ...metadata });
}

function refusal(error: FetchError): AppError {
  const isBad = error.type === "bad-url" || error.type === "private-address";
  return isBad ? invalidField("url", error.message) : appError("UNAVAILABLE", error.message);
}
