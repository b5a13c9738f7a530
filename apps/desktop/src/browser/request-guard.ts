export interface RequestOrigin {
  /** Port that the connection arrived at. */
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** True if the response would be shown in a frame. */
  readonly isFramed: boolean;
  readonly mayBeFramed: boolean;
}

/**
 * Returns the reason to reject a request, or null to accept it. Accepts only the page itself and programs
 * that send no browser headers. A foreign `Host` is DNS rebinding; a foreign `Origin` or fetch site is a
 * script or link of another page. Browsers treat pages on other local ports as the same site, so `same-site`
 * is rejected too (ADR 0008). Only pages made for frames may be framed.
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
