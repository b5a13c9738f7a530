/**
 * The addresses that a server may have, by what was typed: to be tried in this order. null where it is
 * none. A bare host has https, and on one's own machine or network http, where nothing answers there.
 */
export function serverAddresses(typed: string): readonly [string, ...string[]] | null {
  const text = typed.trim();
  // Chromium takes a host with spaces for a good one.
  if (/\s/.test(text)) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const address = hasScheme ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  if ((protocol !== "https:" && protocol !== "http:") || hostname === "") return null;
  return hasScheme || !isNearby(hostname) ? [address] : [address, `http://${text}`];
}

/** Whether who listens on the way could read a password that is sent there. */
export function isOverheard(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isNearby(hostname);
}

/** Whether nothing that is sent there is encrypted. */
export function isPlain(address: string): boolean {
  return new URL(address).protocol === "http:";
}

const nearbyName = /^[^.:]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/;
const nearbyIpv4 = /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./;
const nearbyIpv6 = /^\[(?:::1\]|f[cd]|fe[89ab])/;

/** Whether a host, as `URL` writes it, is of this machine or of the network that it is in. */
function isNearby(hostname: string): boolean {
  const isIpv4 = /^[\d.]+$/.test(hostname);
  if (isIpv4) return nearbyIpv4.test(hostname);
  return hostname.startsWith("[") ? nearbyIpv6.test(hostname) : nearbyName.test(hostname);
}
