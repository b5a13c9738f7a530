/**
 * Returns the URLs to try for the typed server, in order; null if it is invalid. A host without a scheme is
 * tried over https and, on this machine or the local network, then over http.
 */
export function serverAddresses(typed: string): readonly [string, ...string[]] | null {
  const text = typed.trim();
  // Chromium accepts a host with spaces.
  if (/\s/.test(text)) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const address = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  if ((protocol !== "https:" && protocol !== "http:") || hostname === "") return null;
  return hasScheme || !isNearby(hostname) ? [address] : [address, `http://${text}`];
}

/** Returns true if an eavesdropper could read a password sent to the address. */
export function isOverheard(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isNearby(hostname);
}

/** Returns true if the connection isn't encrypted. */
export function isPlain(address: string): boolean {
  return new URL(address).protocol === "http:";
}

const nearbyName = /^[^.:]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/;
const nearbyIpv4 = /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./;
const nearbyIpv6 = /^\[(?:::1\]|f[cd]|fe[89ab])/;

/** Returns true if a host, as written by `URL`, is this machine or on its local network. */
function isNearby(hostname: string): boolean {
  const isIpv4 = /^[\d.]+$/.test(hostname);
  if (isIpv4) return nearbyIpv4.test(hostname);
  return hostname.startsWith("[") ? nearbyIpv6.test(hostname) : nearbyName.test(hostname);
}
