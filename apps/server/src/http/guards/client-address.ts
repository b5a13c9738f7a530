import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isIPv4 } from "node:net";

/** No address is longer. */
const maxLength = 64;

/** Who is throttled: an IPv4 address, or the /64 that an IPv6 client may choose its address from. */
export function clientAddress(request: FastifyRequest): string {
  if (isIPv4(request.ip)) return request.ip;
  // Behind a proxy that hands on what it is told it may be any text.
  return normalizeIP(request.ip).slice(0, maxLength);
}

/**
 * Warns once when a client's address comes from a proxy that isn't trusted: then all its clients are counted
 * as one, and the first to use up a limit locks the others out. To be installed after `installPlainAddresses`.
 */
export function installProxyWarning(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    // Set where proxies are trusted at all, and longer than the connection's own address where this one is.
    const isBelieved = (request.ips?.length ?? 0) > 1;
    if (!hasWarned && !isBelieved && request.headers["x-forwarded-for"] !== undefined) {
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
 * Reads the addresses of `X-Forwarded-For` without port, brackets or quotes, as some proxies write them.
 * With a port, an address would be another client for each connection, and a trusted proxy nobody's. To be
 * installed before anything that asks for an address.
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
