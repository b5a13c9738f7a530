/**
 * Trades the key in the address for the session cookie, and takes the key out of the address and the
 * browser's history first. Without a key the cookie of an earlier visit has to do. False when the key
 * was refused.
 */
export async function openSession(): Promise<boolean> {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key === null) return true;
  history.replaceState(null, "", location.pathname);
  const response = await fetch("/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key }),
  });
  return response.ok;
}
