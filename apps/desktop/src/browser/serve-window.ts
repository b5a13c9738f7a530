import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { linkMaxLength, routeOfLink } from "../page/deep-link.ts";
import type { KeptSessions } from "./kept-sessions.ts";
import { userOfPeer } from "./peer-user.ts";
import { giveSession, hasSession } from "./session-cookie.ts";

/** Where a window of this program begins. */
export const windowPath = "/session/window";

const querySchema = z.object({ link: z.string().max(linkMaxLength).optional() });

/**
 * The address that a window is opened at. It holds no key, since a program's arguments are read by
 * everybody on the machine: the kernel says whose browser asks, and only that of the same user gets a
 * session, for a page that nobody else's page led to.
 */
export function serveWindow(scope: FastifyInstance, sessions: KeptSessions): void {
  scope.get(windowPath, async (request, reply) => {
    const isOpened =
      request.headers["sec-fetch-site"] === "none" &&
      request.headers["sec-fetch-dest"] === "document";
    const user = await userOfPeer(request.socket);
    if (!isOpened || user === null || user !== process.getuid?.()) {
      return reply.code(403).send({ error: "only a window of this user's begins here" });
    }
    if (!hasSession(request, sessions)) await giveSession(request, reply, sessions);
    const query = querySchema.safeParse(request.query);
    const link = query.success ? query.data.link : undefined;
    const route = link === undefined ? null : routeOfLink(link);
    return reply.redirect(`/#${route ?? "/"}`);
  });
}
