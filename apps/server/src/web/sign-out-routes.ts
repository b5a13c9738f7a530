import type { FastifyPluginAsync } from "fastify";
import { endBrowserSession } from "../http/guards/browser-session.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { answerFailures } from "./notices.ts";
import { redirectTo } from "./page-headers.ts";
import { readForms } from "./read-form.ts";

/** Maximum size of the form in bytes; it has one short field. */
const bodyLimitBytes = 1024;

/**
 * Serves the end of the app's session in a browser. With the field `wipe`, the browser also deletes everything
 * that this origin stored. Only as a POST, which other sites can't send: a link could delete unsent memos.
 */
export const signOutRoutes: FastifyPluginAsync<Pick<AppDeps, "services">> = async (
  app,
  { services: { auth } },
) => {
  readForms(app);
  answerFailures(app);

  app.post(
    "/sign-out",
    { bodyLimit: bodyLimitBytes, schema: { hide: true } },
    async (request, reply) => {
      const wipes = request.body instanceof Map && request.body.has("wipe");
      await endBrowserSession(request, reply, { auth, wipes });
      return redirectTo(reply, "/sign-in");
    },
  );
};
