import type { AuthService, Identity } from "@tidemark/core/auth";
import type { FastifyRequest } from "fastify";
import { presentedCredential } from "./authentication.ts";

/** Another process may end a session, and sessions run out: looked at again this often. */
const recheckMs = 60_000;

/**
 * Calls `onEnd` when the credential of an open stream is revoked, signed out or runs out. Returns
 * the way to stop watching.
 */
export function watchCredential(
  auth: AuthService,
  request: FastifyRequest,
  identity: Identity,
  onEnd: () => void,
): () => void {
  const presented = presentedCredential(request);
  const stopListening = auth.onEnded(identity.credential.id, onEnd);
  const timer = setInterval(() => {
    if (presented === null || !presented.value.ok) return;
    auth.identify({ carrier: presented.carrier, value: presented.value.value }).then(
      (again) => {
        if (!again.ok) onEnd();
      },
      (error: unknown) => {
        request.log.error({ err: error }, "cannot look at a credential again");
        onEnd();
      },
    );
  }, recheckMs);
  return () => {
    clearInterval(timer);
    stopListening();
  };
}
