/**
 * The host of a picture that may be loaded when its reader wants it; null for what is not HTTPS, has a
 * user or a port in it, or leads to an address or a name of somebody's own network: nobody should be
 * asked whether to send a request to their own router.
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
