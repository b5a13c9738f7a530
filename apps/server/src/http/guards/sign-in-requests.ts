import type { FastifyRequest } from "fastify";
import { declarationOf } from "../routing/route-declaration.ts";

/** Sync calls that request a session. */
const syncCalls = new Set(["signIn", "pairing.redeem"]);

/** True if a request asks for a session with a password or a code: by REST, by Connect or from a device. */
export function isSignIn(request: FastifyRequest): boolean {
  const { family, bucket } = declarationOf(request);
  if (family !== "sync") return bucket === "sign-in";
  // The procedure's name as tRPC receives it.
  const { path } = request.params as { readonly path?: string };
  return syncCalls.has(path ?? "");
}
