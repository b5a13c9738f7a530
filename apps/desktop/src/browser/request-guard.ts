export interface RequestOrigin {
  /** Port that the connection arrived at. */
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** The answer would be shown in a frame. */
  readonly isFramed: boolean;
  readonly mayBeFramed: boolean;
}

/**
 * Says why a request may not be answered, or null. Only the page itself, and programs that send no
 * browser headers, get through: a foreign `Host` is DNS rebinding, a foreign `Origin` or fetch site
 * is another page's script or link. Pages of other local ports count as the same site in browsers,
 * so `same-site` is refused too (ADR 0008). A frame gets the pages that are made for one.
 */
export function refuseForeign(request: RequestOrigin): string | null {
  const { port, host, origin, fetchSite } = request;
  const names = ["127.0.0.1", "localhost"];
  const hosts = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  if (host === undefined || !hosts.includes(host.toLowerCase())) return "foreign host";
  if (origin !== undefined && !hosts.some((name) => origin === `http://${name}`)) {
    return "foreign origin";
  }
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") {
    return "request from another site";
  }
  if (request.isFramed && !request.mayBeFramed) return "not to be framed";
  return null;
}
