import type { AuthService, Client, Identity, SignedIn } from "@tidemark/core/auth";
import { browserName } from "@tidemark/core/names";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  browserCookie,
  clearBrowserCookie,
  clearCopyCookie,
  setBrowserCookie,
} from "./authentication.ts";
import { clientAddress } from "./client-address.ts";

/** Returns the client of a request that signs in the app in a browser. */
export function browserClient(request: FastifyRequest): Client {
  return {
    kind: "browser",
    address: clientAddress(request),
    info: browserName(request.headers["user-agent"] ?? ""),
  };
}

/**
 * Sets the cookie of a session that was opened for `browserClient`, and ends the one that the browser had: no
 * request could use or end it any more. `isShared`: on a shared computer, where the app stores nothing.
 */
export async function startBrowserSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { session }: Pick<SignedIn, "session">,
  given: {
    readonly auth: AuthService;
    readonly publicUrl: string | null;
    readonly isShared?: boolean;
  },
): Promise<void> {
  const { auth, publicUrl, isShared = false } = given;
  const before = await findBrowserSession(auth, request);
  setBrowserCookie(request, reply, session.secret, { publicUrl, isShared });
  if (before !== null) await auth.signOut(before);
}

/** Returns the valid session in the browser's cookie; null if there is none. Works in every route. */
export async function findBrowserSession(
  auth: AuthService,
  request: FastifyRequest,
): Promise<Identity | null> {
  const value = request.cookies[browserCookie] ?? "";
  if (value === "") return null;
  const address = clientAddress(request);
  const identified = await auth.identify({ carrier: "device-cookie", value, address });
  return identified.ok ? identified.value : null;
}

/** Ends the session in the browser's cookie and deletes the cookie. `wipes` also deletes the local copy. */
export async function endBrowserSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { auth, wipes }: { readonly auth: AuthService; readonly wipes: boolean },
): Promise<void> {
  const session = await findBrowserSession(auth, request);
  if (session !== null) await auth.signOut(session);
  clearBrowserCookie(request, reply);
  if (!wipes) return;
  clearCopyCookie(request, reply);
  wipeBrowser(reply);
}

/**
 * Makes the browser delete this origin's storage, service workers and cached answers. Not its cookies: the
 * header would delete those of every host under the same registered domain.
 */
export function wipeBrowser(reply: FastifyReply): void {
  reply.header("clear-site-data", '"cache", "storage"');
}
