import type { SignedIn, SessionToken } from "@tidemark/core/auth";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { setSessionCookie } from "../../http/guards/authentication.ts";
import { clientAddress } from "../../http/guards/client-address.ts";
import { userJson, userToJson } from "../user/json.ts";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";

/** Maximum size of a sign-in body in bytes; it is small because the caller isn't authenticated yet. */
export const signInBodyLimitBytes = 64 * 1024;

export const sessionTokenJson = z.object({
  accessToken: z.string(),
  accessTokenExpiresAt: timestampOutput,
});

export const signedInJson = sessionTokenJson.extend({ user: userJson });

export function sessionTokenToJson(token: SessionToken): z.infer<typeof sessionTokenJson> {
  return {
    accessToken: token.accessToken,
    accessTokenExpiresAt: formatTimestamp(token.accessTokenExpiresMs),
  };
}

/** Sets the cookie of a new session and returns its user and access token. */
export function answerSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, session }: SignedIn,
  publicUrl: string | null,
): z.infer<typeof signedInJson> {
  setSessionCookie(request, reply, session.secret, publicUrl);
  return { user: userToJson(user), ...sessionTokenToJson(session) };
}

/** Returns the address and user agent of a sign-in request. */
export function webClient(request: FastifyRequest) {
  return {
    kind: "web",
    address: clientAddress(request),
    info: request.headers["user-agent"] ?? "",
  } as const;
}
