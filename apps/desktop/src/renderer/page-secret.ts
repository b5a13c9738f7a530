// The page stores its session's secret where pages on other ports can't read it, and proves that it has it
// without sending it (browser/page-proof.ts verifies the proof).

const storageKey = "tidemark.page";

/**
 * Saves the secret of the page opened with a key. Does nothing if the browser lacks Web Crypto or storage.
 */
export async function keepPageSecret(key: string): Promise<void> {
  try {
    localStorage.setItem(storageKey, await hmac(key, "tidemark page"));
  } catch {
    // The page then needs a new address after a restart of the host.
  }
}

/** Returns the proof that this page has its secret, for a challenge; null if it has no secret. */
export async function provePage(challenge: string): Promise<string | null> {
  try {
    const secret = localStorage.getItem(storageKey);
    return secret === null ? null : await hmac(secret, `${challenge} ${location.port}`);
  } catch {
    return null;
  }
}

async function hmac(key: string, text: string): Promise<string> {
  const bytes = (from: string) => new TextEncoder().encode(from);
  const how = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", bytes(key), how, false, ["sign"]);
  const signed = new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes(text)));
  return btoa(String.fromCharCode(...signed))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
