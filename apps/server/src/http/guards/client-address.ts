import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import { isIPv4 } from "node:net";

/** No address is longer. */
const maxLength = 64;

/** Who is throttled: an IPv4 address, or the /64 that an IPv6 client may choose its address from. */
export function clientAddress(request: FastifyRequest): string {
  if (isIPv4(request.ip)) return request.ip;
  // Behind a proxy that hands on what it is told it may be any text.
  return normalizeIP(request.ip).slice(0, maxLength);
}
