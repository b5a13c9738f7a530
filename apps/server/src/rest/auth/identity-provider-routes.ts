import { unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import type { RestRoutes } from "../shared/rest-route.ts";

/** Routes for sign-in with external accounts, which isn't supported yet; they return empty lists. */
export const identityProviderRoutes: RestRoutes = async (app, { services }) => {
  app.get(
    "/identity-providers",
    {
      config: { access: "anyone" },
      schema: {
        tags: ["instance"],
        summary: "List where one can sign in with another account: nowhere yet",
        security: [],
        response: { 200: z.object({ identityProviders: z.array(z.object({ name: z.string() })) }) },
      },
    },
    async () => ({ identityProviders: [] }),
  );

  app.get(
    "/users/:user/linkedIdentities",
    {
      schema: {
        tags: ["users"],
        summary: "List your linked accounts; always empty for now",
        params: z.object({ user: z.string() }),
        response: { 200: z.object({ linkedIdentities: z.array(z.object({ name: z.string() })) }) },
      },
    },
    async (request) => {
      // Throws unless the caller is this user: only they can read their settings.
      const { user } = request.params;
      unwrap(await services.userSettings.get(identityOf(request).caller, user, "GENERAL"));
      return { linkedIdentities: [] };
    },
  );
};
