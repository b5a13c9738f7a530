import { unwrap } from "@tidemark/core";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { AppDeps } from "../../rest/shared/app-deps.ts";

/** Serves the avatars that users uploaded. */
export const avatarRoutes: FastifyPluginAsyncZod<AppDeps> = async (app, { services }) => {
  app.get(
    "/users/:user/avatar",
    {
      schema: {
        tags: ["users"],
        summary: "A user's picture",
        params: z.object({ user: z.string() }),
      },
    },
    async (request, reply) => {
      const picture = unwrap(await services.users.avatar(request.params.user));
      const [, type = "", data = ""] = /^data:([^;]+);base64,(.*)$/.exec(picture) ?? [];
      return reply
        .headers({
          "content-type": type,
          "cache-control": "private, max-age=3600",
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; sandbox",
        })
        .send(Buffer.from(data, "base64"));
    },
  );
};
