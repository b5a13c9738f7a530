import { AppFailure, unwrap } from "@tidemark/core";
import type { FileReader } from "@tidemark/core/access";
import { readAccess } from "@tidemark/core/access";
import { type AttachmentRecord, signedOutCaller } from "@tidemark/core/model";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { AppDeps } from "../../rest/shared/app-deps.ts";
import { identityOf, signInFirst } from "../../http/guards/authentication.ts";
import { attachmentJson, attachmentToJson } from "../../rest/attachment/json.ts";
import { memoIdNamed } from "../../rest/shared/memo-id-named.ts";
import { booleanQuery } from "../../rest/shared/wire-values.ts";
import { replyFile } from "../transfer/file-reply.ts";
import { installUploads, readUpload } from "../transfer/read-upload.ts";

// `?thumbnail` without a value means true.
const flag = z.union([z.literal("").transform(() => true), booleanQuery]).default(false);

/** Uploads and downloads of attachments. */
export const fileRoutes: FastifyPluginAsyncZod<AppDeps> = async (app, { services }) => {
  const { attachments, files } = services;
  await installUploads(app);

  app.post(
    "/attachments",
    {
      schema: {
        tags: ["attachments"],
        summary: "Upload a file: a form with `file`, and `memo` to attach it at once",
        consumes: ["multipart/form-data"],
        response: { 200: attachmentJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      await using upload = await readUpload(request, (file, source) =>
        attachments.receive(caller, file, source),
      );
      const memo = unwrap(await memoIdNamed(services, "memo", upload.fields.get("memo") ?? ""));
      const made = await attachments.create(caller, {
        file: upload.file,
        ...(memo !== null && { memo }),
      });
      return attachmentToJson(unwrap(made));
    },
  );

  // `resources` is the legacy path, by integer id or attachment id.
  for (const [kind, name] of [
    // A wildcard, because a name may be longer than a path parameter allows.
    ["attachments", "/*"],
    // Links in this form are written into texts by memos 0.31.
    ["attachments", ""],
    ["resources", "/*"],
  ] as const) {
    app.route({
      method: ["GET", "HEAD"],
      url: `/${kind}/:attachment${name}`,
      config: { access: "anyone" },
      // A range of compressed bytes isn't a range of the file.
      compress: false,
      schema: {
        tags: kind === "attachments" ? ["attachments"] : ["older form"],
        summary: "Download a file, a small version of it, or the video in it",
        params: z.object({ attachment: z.string(), ...(name !== "" && { "*": z.string() }) }),
        querystring: z.object({
          thumbnail: flag,
          motion: flag,
          share_token: z.string().optional(),
        }),
      },
      handler: async (request, reply) => {
        const { thumbnail, motion, share_token: token } = request.query;
        const { attachment } = request.params;
        const reader = await readerOf(request, token);
        const [id = attachment] =
          kind === "resources" ? await attachments.idsOf([attachment]) : [attachment];
        const found = await attachments.getForReader(reader, id);
        if (!found.ok && request.identified === null && token === undefined) {
          throw new AppFailure(signInFirst);
        }
        const file = unwrap(found);
        if (await isForOtherSites(reader, file)) {
          reply.header("cross-origin-resource-policy", "cross-origin");
        }
        return replyFile({ request, reply, files }, file, { thumbnail, motion });
      },
    });
  }

  /** True if pages of other sites may embed a file: one of the shared memo, or one that is public. */
  async function isForOtherSites(reader: FileReader, file: AttachmentRecord): Promise<boolean> {
    // A share page is sandboxed, so it has an opaque origin, and it shows its memo's files.
    if (reader.sharedMemo !== null && file.memo === reader.sharedMemo) return true;
    if (file.memo === null || !services.instance.current().GENERAL.publicAccess) return false;
    const anybody = { access: readAccess(signedOutCaller), sharedMemo: null };
    return (await attachments.getForReader(anybody, file.id)).ok;
  }

  async function readerOf(request: FastifyRequest, token: string | undefined): Promise<FileReader> {
    const sharedMemo = token === undefined ? null : await services.resolveShare(token);
    if (request.identified !== null) {
      return { access: readAccess(identityOf(request).caller), sharedMemo };
    }
    if (services.instance.current().GENERAL.publicAccess) {
      return { access: readAccess(signedOutCaller), sharedMemo };
    }
    if (token === undefined) {
      throw new AppFailure(signInFirst);
    }
    return { access: null, sharedMemo };
  }
};
