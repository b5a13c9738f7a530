import { unwrap } from "@tidemark/core";
import { z } from "zod";
import type { RestRoutes } from "../shared/rest-route.ts";
import { answerSignedIn, signedInJson, signInBodyLimitBytes, webClient } from "./signed-in.ts";

/** Route that creates the first administrator with the code that the server printed. */
export const setupRoutes: RestRoutes = async (app, { services, config }) => {
  app.post(
    "/setup",
    {
      config: { access: "sign-in" },
      bodyLimit: signInBodyLimitBytes,
      schema: {
        tags: ["auth"],
        summary: "Create the first administrator",
        security: [],
        body: z.object({
          code: z.string().max(64),
          username: z.string().max(256),
          password: z.string().max(8192),
        }),
        response: { 200: signedInJson },
      },
    },
    async (request, reply) => {
      const signedIn = unwrap(await services.auth.setUp(request.body, webClient(request)));
      return answerSignedIn(request, reply, signedIn, config.publicUrl);
    },
  );
};
