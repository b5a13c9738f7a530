import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64, toBase64 } from "../bytes/base64.ts";

const secretPrefix = "whsec_";

/**
 * Returns the headers of a delivery: id, time in seconds, and with a secret the signature over both and the
 * body. Source: Standard Webhooks 1.0. The key is the base64 after `whsec_`, decoded; without that prefix,
 * the bytes of the secret.
 */
export function deliveryHeaders(
  secret: string,
  delivery: { readonly id: string; readonly atMs: number; readonly body: string },
): Record<string, string> {
  const seconds = String(Math.floor(delivery.atMs / 1000));
  const headers = { "webhook-id": delivery.id, "webhook-timestamp": seconds };
  if (secret === "") return headers;
  const signed = utf8ToBytes(`${delivery.id}.${seconds}.${delivery.body}`);
  const signature = toBase64(hmac(sha256, signingKey(secret), signed));
  return { ...headers, "webhook-signature": `v1,${signature}` };
}

/** Returns a new secret with a key of 32 bytes. */
export function newSigningSecret(randomBytes: (count: number) => Uint8Array): string {
  return secretPrefix + toBase64(randomBytes(32));
}

/** Returns false for a `whsec_` without valid base64. */
export function isSigningSecret(secret: string): boolean {
  if (!secret.startsWith(secretPrefix)) return true;
  const key = secret.slice(secretPrefix.length);
  return key.length > 0 && key.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(key);
}

function signingKey(secret: string): Uint8Array {
  return secret.startsWith(secretPrefix)
    ? fromBase64(secret.slice(secretPrefix.length))
    : utf8ToBytes(secret);
}
