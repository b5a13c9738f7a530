import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isIPv4 } from "node:net";

/** Maximum length of an address. */
const maxLength = 64;

/**
 * Returns the key for rate limits: an IPv4 address, or the /64 in which an IPv6 client can choose its
 * address.
 */
export function clientAddress(request: FastifyRequest): string {
  if (isIPv4(request.ip)) return request.ip;
  // Behind a proxy that forwards unverified headers it may be any text.
  return normalizeIP(request.ip).slice(0, maxLength);
}

/** True if a trusted proxy sent the request with its client's address. */
export function isFromTrustedProxy({ ips }: FastifyRequest): boolean {
  // `ips` is set if proxies are trusted, and has more than the connection's own address if this one is.
  return (ips?.length ?? 0) > 1;
}

/**
 * Warns once if an untrusted proxy sends a client's address. All its clients are then counted as one, and one
 * of them can exhaust the limits of all. Install it after `installPlainAddresses`.
 */
export function installProxyWarning(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    const isForwarded = request.headers["x-forwarded-for"] !== undefined;
    if (!hasWarned && isForwarded && !isFromTrustedProxy(request)) {
      hasWarned = true;
      const proxy = request.socket.remoteAddress ?? "";
      request.log.warn(
        { proxy },
        `X-Forwarded-For from ${proxy} is ignored, so its clients share their limits: if it is your proxy, start with --trusted-proxy ${proxy}`,
      );
    }
    done();
  });
}

/**
 * Removes ports, brackets and quotes, which some proxies write, from the addresses of `X-Forwarded-For`. With
 * a port, each connection would count as another client, and trusted proxies wouldn't be recognised. Install
 * it before anything that reads an address.
 */
export function installPlainAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const forwarded = headers["x-forwarded-for"];
    if (forwarded !== undefined) {
      const addresses = [forwarded].flat().join(",").split(",");
      headers["x-forwarded-for"] = addresses.map(plainAddress).join(", ");
    }
    done();
  });
}

function plainAddress(written: string): string {
  const address = written.trim().replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
}
