import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { decodeUtf8 } from "lib0/string";
import { z } from "zod";
import { fromBase64, toBase64Url } from "../bytes/base64.ts";
import { toHex } from "../bytes/hex.ts";
import { type AppError, invalidField } from "../error/errors.ts";
import type { Keyset } from "./order-by.ts";
import { err, ok, type Result } from "../error/result.ts";

/** Where a listing goes on, and the moment that its `now` was frozen at. */
export interface PagePosition {
  readonly after: Keyset;
  readonly nowMs: number;
  /** Of the page before, as it was asked for: the next one has as many rows unless told. */
  readonly pageSize: number;
}

/** Begins with the version of what follows: tokens of other versions are refused, not misread. */
const payloadSchema = z.tuple([
  z.literal(2),
  z.array(z.union([z.string(), z.number()])),
  z.string(),
  z.number(),
  z.number(),
  z.string(),
]);

const defaultPageSize = 50;

/** How many rows a page has: as many as asked for, else as the page before, else 50. */
export function pageSizeOf(asked: number | null, position: PagePosition | null): number {
  return asked ?? position?.pageSize ?? defaultPageSize;
}

/** How tokens are signed, where there is something quicker than what runs everywhere. */
export interface PageTokenHashes {
  /** The HMAC with SHA-256 of bytes, under the key of the tokens. */
  hmac(body: Uint8Array): Uint8Array;
  /** The SHA-256 of a text in UTF-8, in hex digits. */
  sha256(text: string): string;
}

function hashesOf(key: Uint8Array): PageTokenHashes {
  // The key's own part is hashed once.
  const keyed = hmac.create(sha256, key);
  return {
    hmac: (body) => keyed.clone().update(body).digest(),
    sha256: (text) => toHex(sha256(utf8ToBytes(text))),
  };
}

/**
 * Page tokens are opaque and authenticated: the position, the frozen `now`, the page's size and a hash
 * of what the listing asked for, under an HMAC. A token used with another filter, order or state is refused, as
 * an altered one is.
 */
export function createPageTokens(
  key: Uint8Array,
  hashes: PageTokenHashes = hashesOf(key),
): {
  seal(position: PagePosition, asked: readonly unknown[]): string;
  open(token: string, asked: readonly unknown[]): Result<PagePosition, AppError>;
} {
  const sign = (body: Uint8Array): Uint8Array => hashes.hmac(body).slice(0, 16);
  const fingerprint = (asked: readonly unknown[]): string =>
    hashes.sha256(JSON.stringify(asked)).slice(0, 16);
  const refused = err(invalidField("pageToken", "is not a token of this listing"));

  return {
    seal(position, asked) {
      const { after, nowMs, pageSize } = position;
      const payload = [2, after.values, after.id, nowMs, pageSize, fingerprint(asked)];
      const body = utf8ToBytes(JSON.stringify(payload));
      const token = new Uint8Array(16 + body.length);
      token.set(sign(body));
      token.set(body, 16);
      return toBase64Url(token);
    },
    open(token, asked) {
      if (!/^[A-Za-z0-9_-]{32,8192}$/.test(token)) return refused;
      const bytes = fromBase64(token);
      const body = bytes.slice(16);
      if (!sameBytes(sign(body), bytes.slice(0, 16))) return refused;
      // The signature vouches for the body: this code wrote it, or an older version of it.
      const payload = payloadSchema.safeParse(JSON.parse(decodeUtf8(body)));
      if (!payload.success) return refused;
      const [, values, id, nowMs, pageSize, print] = payload.data;
      if (print !== fingerprint(asked)) return refused;
      return ok({ after: { values, id }, nowMs, pageSize });
    },
  };
}
export type PageTokens = ReturnType<typeof createPageTokens>;

/** Takes the same time wherever the first difference is. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}
