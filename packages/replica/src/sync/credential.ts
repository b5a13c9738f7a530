import { sessionHeader } from "@tidemark/core/sync/protocol";

/**
 * Credential of a session at a server. `bearer`: a token that this profile stores. `cookie`: the id of the
 * session in the browser's cookie, whose secret no script can read; null to find out which session that is.
 */
export type ServerCredential = { readonly bearer: string } | { readonly cookie: string | null };

/** Returns the headers with which requests use a credential. */
export function headersOf(credential: ServerCredential | null): Record<string, string> {
  if (credential === null) return {};
  if ("bearer" in credential) return { authorization: `Bearer ${credential.bearer}` };
  return credential.cookie === null ? {} : { [sessionHeader]: credential.cookie };
}

/** Returns whether requests with a credential include the browser's cookies. */
export function cookiesWith(credential: ServerCredential | null): RequestCredentials {
  return credential !== null && "cookie" in credential ? "same-origin" : "omit";
}
