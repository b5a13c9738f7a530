import { z } from "zod";
import type { RestRoutes } from "../shared/rest-route.ts";
import { serverIdentity, serverIdentityJson } from "./server-identity.ts";
import { accessMode, accessModeJson } from "./setting-keys.ts";

/** Routes for public information about the instance, and for its OpenAPI document. */
export const instanceRoutes: RestRoutes = async (
  app,
  { services, config, version, commit = "", describe },
) => {
  app.get(
    "/instance/profile",
    {
      config: { access: "anyone" },
      schema: {
        tags: ["instance"],
        summary: "Get the instance profile",
        security: [],
        response: {
          200: z.object({
            ...serverIdentityJson,
            demo: z.boolean(),
            commit: z.string(),
            instanceUrl: z.string(),
            needsSetup: z.boolean(),
            publicAccess: z.boolean(),
            accessMode: accessModeJson,
            allowSignUp: z.boolean(),
          }),
        },
      },
    },
    async () => {
      const { instanceUrl, publicAccess, allowSignUp } = services.instance.current().GENERAL;
      return {
        ...serverIdentity(version),
        demo: false,
        commit,
        instanceUrl: instanceUrl || (config.publicUrl ?? ""),
        needsSetup: await services.auth.needsSetup(),
        publicAccess,
        accessMode: accessMode(publicAccess),
        allowSignUp,
      };
    },
  );

  app.get(
    "/system/info",
    {
      config: { access: "anyone" },
      schema: {
        tags: ["older form"],
        summary: "Get the instance profile",
        security: [],
        response: {
          200: z.object({
            ...serverIdentityJson,
            mode: z.string(),
            allowSignUp: z.boolean(),
            disablePasswordLogin: z.boolean(),
            additionalScript: z.string(),
            customizedProfile: z.object({
              title: z.string(),
              description: z.string(),
              logoUrl: z.string(),
              locale: z.string(),
            }),
          }),
        },
      },
    },
    async () => {
      const general = services.instance.current().GENERAL;
      const { title, description, logoUrl, locale } = general;
      return {
        ...serverIdentity(version),
        mode: "prod",
        allowSignUp: general.allowSignUp,
        disablePasswordLogin: general.disablePasswordLogin,
        additionalScript: general.additionalScript,
        customizedProfile: { title, description, logoUrl, locale },
      };
    },
  );

  app.get(
    "/openapi.json",
    {
      config: { access: "anyone" },
      schema: { tags: ["instance"], summary: "This document", security: [] },
    },
    describe,
  );
};
