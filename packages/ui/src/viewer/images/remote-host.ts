/**
 * Returns the host of an image that may be loaded if the reader wants it. Returns `null` for addresses that
 * aren't HTTPS, have a user or a port, or lead to an IP address or a name of a local network. The app should
 * not ask the reader to send a request to their own router.
 */
export function remoteHost(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== "https:") return null;
  if (url.username !== "" || url.password !== "" || url.port !== "") return null;
  const host = url.hostname.replace(/\.$/, "");
  if (!host.includes(".") || host.startsWith("[") || /^[\d.]+$/.test(host)) return null;
  return /(?:^|\.)(?:localhost|local|internal|lan|home|intranet|home\.arpa|test|invalid|onion)$/.test(
    host,
  )
    ? null
    : host;
}
