import type { FastifyRequest } from "fastify";

/** True if a request has a valid session of the app in its cookie. */
export function isSignedIn({ identified, carrier }: FastifyRequest): boolean {
  return identified?.ok === true && carrier === "device-cookie";
}
