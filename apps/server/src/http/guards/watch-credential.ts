import type { AuthService, Identity } from "@tidemark/core/auth";
import type { FastifyRequest } from "fastify";
import { presentedCredential } from "./authentication.ts";

/** Interval of the checks, because the expiry of a session emits no event. */
const recheckMs = 60_000;

/**
 * Calls `onEnd` when the credential of an open stream is revoked, signed out or expires. Returns a function
 * that stops watching.
 */
export function watchCredential(
  auth: AuthService,
  request: FastifyRequest,
  identity: Identity,
  onEnd: () => void,
): () => void {
  const presented = presentedCredential(request);
  let isStopped = false;
  function lookAgain(): void {
    if (presented === null || !presented.value.ok) return;
    auth.identify({ carrier: presented.carrier, value: presented.value.value }).then(
      (again) => {
        if (!again.ok && !isStopped) onEnd();
      },
      (error: unknown) => {
        request.log.error({ err: error }, "cannot check a credential again");
        if (!isStopped) onEnd();
      },
    );
  }
  const stopListening = auth.watch(identity.credential.id, { ended: onEnd, unsure: lookAgain });
  // Catches an end between its check and the subscription above.
  if (!auth.isCredentialCurrent(identity)) lookAgain();
  const timer = setInterval(lookAgain, recheckMs);
  return () => {
    isStopped = true;
    clearInterval(timer);
    stopListening();
  };
}
