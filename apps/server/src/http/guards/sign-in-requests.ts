import type { FastifyRequest } from "fastify";
import { declarationOf } from "../routing/route-declaration.ts";

/** The calls of devices that ask for a session. */
const syncCalls = new Set(["signIn", "pairing.redeem"]);

/** Whether a request asks for a session with a password or a code: by REST, by Connect or from a device. */
export function isSignIn(request: FastifyRequest): boolean {
  const { family, bucket } = declarationOf(request);
  if (family !== "sync") return bucket === "sign-in";
  // The name as tRPC is given it.
  const { path } = request.params as { readonly path?: string };
  return syncCalls.has(path ?? "");
}
