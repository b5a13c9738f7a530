import { AppFailure, isOlderId, notFound, type ServerDatabase, unwrap } from "@tidemark/core";
import { defaultAttachmentOrder } from "@tidemark/core/attachment";
import type { AttachmentRecord } from "@tidemark/core/model";
import { z } from "zod";
import { replyFile } from "../files/transfer/file-reply.ts";
import { installUploads, readUpload } from "../files/transfer/read-upload.ts";
import { identityOf, readerOf } from "../http/guards/authentication.ts";
import { attachmentInput, createFromJson, isForm, takesContent } from "../rest/attachment/input.ts";
import { fileRefsInput } from "../rest/attachment/json.ts";
import type { RestRoutes } from "../rest/shared/rest-route.ts";
import { nothing, pageSizeQuery, pageTokenQuery } from "../rest/shared/wire-values.ts";
import { writeRows } from "../http/answers/writable-rows.ts";
import { countQuery, olderPageSize } from "./count-query.ts";
import { resourceJson, resourceToJson } from "../rest/attachment/resource-json.ts";

const memoParams = z.object({ memo: z.string() });
const params = z.object({ resource: z.string() });
/** JSON body of an upload; some clients call the content `blob`. */
const resourceInput = attachmentInput.extend({ blob: z.string().nullish() });

/** Routes for resources, the older form's name for attachments, with integer ids. */
export const resourceRoutes: RestRoutes = async (app, { services }) => {
  const { attachments, database, files, memos } = services;
  await installUploads(app);

  app.post(
    "/resources",
    {
      config: { carriesFile: true },
      ...takesContent(services),
      schema: {
        tags: ["older form"],
        summary: "Upload a file: a form with `file`, or JSON with `content` or `blob` (base64)",
        body: resourceInput,
        response: { 200: resourceJson },
      },
      // A form is parsed while it streams in, so its body is undefined here.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      if (!isForm(request)) {
        const { blob, ...body } = request.body;
        const content = body.content ?? blob ?? null;
        const made = await createFromJson(services, caller, { ...body, content }, null);
        const [shown] = await resourcesToJson(database, [made]);
        return shown ?? resourceToJson(made, null);
      }
      await using upload = await readUpload(request, (file, source) =>
        attachments.receive(caller, file, source),
      );
      return resourceToJson(unwrap(await attachments.create(caller, { file: upload.file })), null);
    },
  );

  app.get(
    "/resources",
    {
      schema: {
        tags: ["older form"],
        summary: "List your resources, newest first",
        querystring: z.object({
          page: countQuery(1_000_000).default(1),
          limit: countQuery(100).optional(),
          pageToken: pageTokenQuery,
        }),
        response: { 200: z.object({ data: z.array(resourceJson), nextPageToken: z.string() }) },
      },
    },
    async (request) => {
      const { page, limit, pageToken } = request.query;
      const listed = unwrap(
        await attachments.list(identityOf(request).caller, {
          filter: "",
          order: defaultAttachmentOrder,
          pageSize: limit ?? (pageToken === "" ? olderPageSize : null),
          pageToken,
          offset: pageToken === "" ? (page - 1) * (limit ?? olderPageSize) : 0,
        }),
      );
      const data = await resourcesToJson(database, listed.attachments);
      return { data, nextPageToken: listed.nextPageToken };
    },
  );

  app.get(
    "/resources/:resource",
    {
      compress: false,
      schema: { tags: ["older form"], summary: "Download a resource", params },
    },
    async (request, reply) => {
      const { caller } = identityOf(request);
      const number = numberOf(request.params.resource);
      const found = unwrap(await attachments.getByNumber(caller, number));
      const variant = { thumbnail: false, motion: false };
      return replyFile({ request, reply, files }, found, variant);
    },
  );

  app.get(
    "/memos/:memo/resources",
    {
      config: { access: "reader" },
      schema: {
        tags: ["older form"],
        summary: "List the resources of a memo, in their order",
        params: memoParams,
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ resources: z.array(resourceJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const reader = readerOf(request);
      const page = unwrap(await attachments.listOfMemo(reader, request.params.memo, request.query));
      const resources = await resourcesToJson(database, page.attachments);
      return { resources, nextPageToken: page.nextPageToken };
    },
  );

  app.patch(
    "/memos/:memo/resources",
    {
      schema: {
        tags: ["older form"],
        summary: "Replace all resources of a memo",
        params: memoParams,
        body: z.object({ resources: fileRefsInput.nullish() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const ids = await attachments.idsOf(request.body.resources ?? []);
      unwrap(await memos.update(caller, request.params.memo, { attachments: ids }));
      return {};
    },
  );

  app.delete(
    "/resources/:resource",
    {
      schema: {
        tags: ["older form"],
        summary: "Delete a resource",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const number = numberOf(request.params.resource);
      const found = unwrap(await attachments.getByNumber(caller, number));
      unwrap(await attachments.remove(caller, [found.id]));
      return {};
    },
  );
};

function numberOf(id: string): number {
  const number = isOlderId(id) ? Number(id) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new AppFailure(notFound());
  return number;
}

/** Converts attachments to older-form JSON; one query finds the memos of all of them. */
async function resourcesToJson(
  database: ServerDatabase,
  attachments: readonly AttachmentRecord[],
): Promise<z.infer<typeof resourceJson>[]> {
  const ids = attachments.map(({ memo }) => memo).filter((memo) => memo !== null);
  const memos = await database.read((stores) => stores.memos.heads(ids));
  const numbersById = new Map(memos.map((memo) => [memo.id, memo.number]));
  return writeRows("attachment", attachments, (attachment) =>
    resourceToJson(attachment, numbersById.get(attachment.memo ?? "") ?? null),
  );
}
