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

/** Position after which a listing continues, and the time that its `now` is frozen at. */
export interface PagePosition {
  readonly after: Keyset;
  readonly nowMs: number;
  /** Requested size of the previous page. It is the default for the next one. */
  readonly pageSize: number;
}

/** Payload of a token. Its first element is the version: tokens of other versions are refused. */
const payloadSchema = z.tuple([
  z.literal(2),
  z.array(z.union([z.string(), z.number()])),
  z.string(),
  z.number(),
  z.number(),
  z.string(),
]);

const defaultPageSize = 50;

/** Returns the page size: the requested one, else that of the previous page, else 50. */
export function pageSizeOf(asked: number | null, position: PagePosition | null): number {
  return asked ?? position?.pageSize ?? defaultPageSize;
}

/** Hash functions for tokens. Callers can pass faster ones than the portable default. */
export interface PageTokenHashes {
  /** Returns the HMAC-SHA-256 of bytes under the tokens' key. */
  hmac(body: Uint8Array): Uint8Array;
  /** Returns the SHA-256 of a text in UTF-8, in hex. */
  sha256(text: string): string;
}

function hashesOf(key: Uint8Array): PageTokenHashes {
  // Computes the key's part of the HMAC once.
  const keyed = hmac.create(sha256, key);
  return {
    hmac: (body) => keyed.clone().update(body).digest(),
    sha256: (text) => toHex(sha256(utf8ToBytes(text))),
  };
}

/**
 * Creates opaque, authenticated page tokens. A token contains the position, the frozen `now`, the page size
 * and a hash of the listing's parameters, with an HMAC. A token that was modified or is used with another
 * filter, order or state is refused.
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
  const refused = err(invalidField("pageToken", "is not a page token of this list"));

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
      // The signature proves that this code or an older version of it wrote the body.
      const payload = payloadSchema.safeParse(JSON.parse(decodeUtf8(body)));
      if (!payload.success) return refused;
      const [, values, id, nowMs, pageSize, print] = payload.data;
      if (print !== fingerprint(asked)) return refused;
      return ok({ after: { values, id }, nowMs, pageSize });
    },
  };
}
export type PageTokens = ReturnType<typeof createPageTokens>;

/** Compares in constant time. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}
