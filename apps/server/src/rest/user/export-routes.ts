import { Readable } from "node:stream";
import { unwrap } from "@tidemark/core";
import { z } from "zod";
import { exportAccount } from "../../export/export-account.ts";
import { identityOf } from "../../http/guards/authentication.ts";
import type { RestRoutes } from "../shared/rest-route.ts";

/** Route that exports the memos of a user. */
export const userExportRoutes: RestRoutes = async (app, { services }) => {
  const { database, users, files } = services;

  app.post(
    "/users/:user([A-Za-z0-9-]+)::export",
    {
      // A zip is compressed already.
      compress: false,
      schema: {
        tags: ["users"],
        summary:
          "Download all memos of an account with their files, for the user and administrators",
        description:
          "The answer is a zip of Markdown that the app and its command import, made while it is sent: there is no length, and an answer that ends early isn't complete. Without the trash and files that aren't on a memo. `tidemark.json` lists missing files.",
        produces: ["application/zip"],
        params: z.object({ user: z.string() }),
      },
    },
    async (request, reply) => {
      const { caller } = identityOf(request);
      const deps = { database, users, blobs: files.blobs };
      const { username, body, report } = unwrap(
        await exportAccount(deps, caller, request.params.user),
      );
      report.catch((error: unknown) =>
        request.log.warn({ err: error }, "an export wasn't finished"),
      );
      return reply
        .header("content-type", "application/zip")
        .header("content-disposition", `attachment; filename="tidemark-${username}.zip"`)
        .header("cache-control", "no-store")
        .send(Readable.from(body));
    },
  );
};
