import { isAbsolute } from "node:path";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { readTextFile } from "../host/read-text-file.ts";
import { captureLinkMaxLength, readLink } from "../page/deep-link.ts";
import { isOwnWindow, noWindow, windowPath } from "./own-window.ts";
import type { UserSessions } from "./session-cookie.ts";
import { createWindowOffers, type WindowOffers } from "./window-offers.ts";

const querySchema = z.object({
  link: z.string().max(captureLinkMaxLength).optional(),
  /** Absolute path of a text file to capture. */
  file: z.string().max(4096).refine(isAbsolute).optional(),
});
const takeSchema = z.object({ offer: z.string().max(100) });

/**
 * Serves the page of this user's windows: creates its session and passes on the link or file it was opened
 * with.
 */
export function serveWindow(scope: FastifyInstance, sessions: UserSessions): void {
  const offers = createWindowOffers();
  scope.get(windowPath, async (request, reply) => {
    if (!(await isOwnWindow(request))) return reply.code(403).send(noWindow);
    if (!(await sessions.has(request))) await sessions.give(request, reply, null);
    const query = querySchema.safeParse(request.query);
    return reply.redirect(`/#${query.success ? await routeOf(query.data, offers) : "/"}`);
  });
  scope.post("/session/offer", async (request, reply) => {
    if (!(await sessions.has(request))) return reply.code(401).send({});
    const asked = takeSchema.safeParse(request.body);
    const offer = asked.success ? offers.take(asked.data.offer) : null;
    return offer === null ? reply.code(404).send({}) : reply.send(offer);
  });
}

/**
 * Returns the page's first route. It references content by an offer's id, since content may be long or
 * private.
 */
async function routeOf(
  { link, file }: z.infer<typeof querySchema>,
  offers: WindowOffers,
): Promise<string> {
  if (file !== undefined) {
    const captured = await readTextFile(file);
    return `/capture?offer=${offers.put({ type: "capture", captured })}`;
  }
  const act = link === undefined ? null : readLink(link);
  switch (act?.type) {
    case undefined:
      return "/";
    case "route":
      return act.route;
    case "capture": {
      const { text } = act;
      if (text === "") return "/capture";
      return `/capture?offer=${offers.put({ type: "capture", captured: { text } })}`;
    }
    case "connect":
      return `/?offer=${offers.put(act)}`;
  }
}
