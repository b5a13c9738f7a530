import { z } from "zod";
import type { RestRoutes } from "./rest-route.ts";

/** What anybody may know of the instance, and the document that describes its API. */
export const instanceRoutes: RestRoutes = async (app, { services, config, version }) => {
  app.get(
    "/instance/profile",
    {
      config: { access: "anyone" },
      schema: {
        tags: ["instance"],
        summary: "What this instance is",
        security: [],
        response: {
          200: z.object({
            version: z.string(),
            instanceUrl: z.string(),
            needsSetup: z.boolean(),
            publicAccess: z.boolean(),
            allowSignUp: z.boolean(),
          }),
        },
      },
    },
    async () => ({
      version,
      instanceUrl: config.publicUrl ?? "",
      needsSetup: await services.auth.needsSetup(),
      publicAccess: false,
      allowSignUp: false,
    }),
  );

  app.get(
    "/system/info",
    {
      config: { access: "anyone" },
      schema: {
        tags: ["older form"],
        summary: "What this instance is",
        security: [],
        response: {
          200: z.object({
            version: z.string(),
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
    async () => ({
      version,
      mode: "prod",
      allowSignUp: false,
      disablePasswordLogin: false,
      additionalScript: "",
      customizedProfile: { title: "Tidemark", description: "", logoUrl: "", locale: "en" },
    }),
  );

  app.get(
    "/openapi.json",
    {
      config: { access: "anyone" },
      schema: { tags: ["instance"], summary: "This document", security: [] },
    },
    async () => app.swagger(),
  );
};
