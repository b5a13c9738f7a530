import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretBox } from "@tidemark/core/instance";

const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts texts with AES-256-GCM: nonce, tag and ciphertext in Base64. `open` returns null for an altered
 * text or another key.
 */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal(text) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      if (bytes.length < nonceLength + tagLength) return null;
      const opener = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength), {
        authTagLength: tagLength,
      });
      opener.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      try {
        const text = opener.update(bytes.subarray(nonceLength + tagLength));
        return Buffer.concat([text, opener.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
