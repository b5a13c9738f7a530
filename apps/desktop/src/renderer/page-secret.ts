// A page keeps the secret of its session where pages of other ports don't reach, and proves that it has it
// without sending it (browser/page-proof.ts checks that).

const storageKey = "tidemark.page";

/** Keeps the secret of the page that a key opened. Browsers without the functions for it keep none. */
export async function keepPageSecret(key: string): Promise<void> {
  try {
    localStorage.setItem(storageKey, await hmac(key, "tidemark page"));
  } catch {
    // After a restart of the host the page needs another address.
  }
}

/** Returns the proof that this page has its secret, for what its host asks; null: it has none. */
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
