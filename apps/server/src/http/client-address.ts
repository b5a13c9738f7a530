import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";

/** Who is throttled: an IPv4 address, or the /64 that an IPv6 client may choose its address from. */
export function clientAddress(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}
