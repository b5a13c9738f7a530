import {
  boundedArray,
  AppFailure,
  invalidField,
  type MaskFields,
  parseName,
  resolveFieldMask,
  unwrap,
} from "@tidemark/core";
import { parseAttachmentOrder, type AttachmentChanges } from "@tidemark/core/attachment";
import { z } from "zod";
import { identityOf, readerOf } from "../../http/guards/authentication.ts";
import { attachmentInput, createFromJson, takesContent } from "./input.ts";
import {
  attachmentJson,
  attachmentsToJson,
  attachmentToJson,
  oneAttachmentToJson,
} from "./json.ts";
import { memoIdNamed } from "../shared/memo-id-named.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { nothing, pageSizeQuery, pageTokenQuery } from "../shared/wire-values.ts";

const params = z.object({ attachment: z.string() });

const page = {
  querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
  response: {
    200: z.object({ attachments: z.array(attachmentJson), nextPageToken: z.string() }),
  },
};

const patchInput = z.looseObject({ filename: z.string().nullish(), memo: z.string().nullish() });

const maskFields: MaskFields<"filename" | "memo"> = {
  writable: ["filename", "memo"],
  outputOnly: [
    "name",
    "createTime",
    "content",
    "externalLink",
    "type",
    "size",
    "motionMedia",
    "mediaMetadata",
  ],
};

/** Attachment routes of the current form; the content is served under `/file`. */
export const attachmentRoutes: RestRoutes = async (app, { services }) => {
  const { attachments } = services;

  app.get(
    "/attachments",
    {
      schema: {
        ...page,
        tags: ["attachments"],
        summary: "List your attachments",
        querystring: page.querystring.extend({
          filter: z.string().default(""),
          orderBy: z.string().default(""),
        }),
      },
    },
    async (request) => {
      const { orderBy, ...query } = request.query;
      const order = unwrap(parseAttachmentOrder(orderBy));
      const listed = unwrap(
        await attachments.list(identityOf(request).caller, { ...query, order }),
      );
      return { ...listed, attachments: attachmentsToJson(listed.attachments) };
    },
  );

  app.post(
    "/attachments",
    {
      config: { carriesFile: true },
      ...takesContent(services),
      schema: {
        tags: ["attachments"],
        summary: "Create an attachment from `content` (base64) or `externalLink` (https)",
        querystring: z.object({ attachmentId: z.string().optional() }),
        body: attachmentInput,
        response: { 200: attachmentJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const id = request.query.attachmentId || null;
      return attachmentToJson(await createFromJson(services, caller, request.body, id));
    },
  );

  app.get(
    "/attachments/:attachment",
    {
      config: { access: "reader" },
      schema: {
        tags: ["attachments"],
        summary: "Get an attachment",
        params,
        response: { 200: attachmentJson },
      },
    },
    async (request) =>
      oneAttachmentToJson(
        unwrap(await attachments.get(readerOf(request), request.params.attachment)),
      ),
  );

  app.patch(
    "/attachments/:attachment",
    {
      schema: {
        tags: ["attachments"],
        summary: "Rename an attachment, or change its memo",
        params,
        querystring: z.object({ updateMask: z.string().optional() }),
        body: patchInput,
        response: { 200: attachmentJson },
      },
    },
    async (request) => {
      const { body, query } = request;
      const paths = unwrap(resolveFieldMask(maskFields, query.updateMask, body));
      let changes: AttachmentChanges = {};
      if (paths.includes("filename")) changes = { ...changes, filename: body.filename ?? "" };
      if (paths.includes("memo")) {
        changes = {
          ...changes,
          memo: unwrap(await memoIdNamed(services, "memo", body.memo ?? "")),
        };
      }
      const { caller } = identityOf(request);
      const changed = await attachments.update(caller, request.params.attachment, changes);
      return oneAttachmentToJson(unwrap(changed));
    },
  );

  app.delete(
    "/attachments/:attachment",
    {
      schema: {
        tags: ["attachments"],
        summary: "Delete an attachment",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      unwrap(await attachments.remove(caller, [request.params.attachment]));
      return {};
    },
  );

  app.post(
    "/attachments::batchDelete",
    {
      schema: {
        tags: ["attachments"],
        summary: "Delete attachments, all of them or none",
        body: z.object({ names: boundedArray(z.string(), 100).min(1).max(100) }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const named = request.body.names.map((name) => {
        const id = parseName("attachments", name) ?? parseName("resources", name);
        if (id === null) throw new AppFailure(invalidField("names", "must be attachments/<id>"));
        return id;
      });
      const ids = await attachments.idsOf(named);
      unwrap(await attachments.remove(identityOf(request).caller, ids));
      return {};
    },
  );
};
