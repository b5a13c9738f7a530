import { invalidField, parseName, resolveFieldMask, type MaskFields } from "@tidemark/core";
import { parseAttachmentOrder, type AttachmentChanges } from "@tidemark/core/attachment";
import { z } from "zod";
import { AppFailure, unwrap } from "../http/app-failure.ts";
import { identityOf, readerOf } from "../http/authentication.ts";
import { limitBody } from "../http/limit-body.ts";
import {
  attachmentJson,
  attachmentToJson,
  memoIdOf,
  metadataInput,
  motionInput,
} from "./attachment-json.ts";
import type { RestRoutes } from "./rest-route.ts";
import { nothing, pageSizeQuery, pageTokenQuery } from "./wire-values.ts";

const params = z.object({ attachment: z.string() });

const page = {
  querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
  response: {
    200: z.object({ attachments: z.array(attachmentJson), nextPageToken: z.string() }),
  },
};

const createInput = z.object({
  filename: z.string().nullish(),
  type: z.string().nullish(),
  content: z.string().nullish(),
  externalLink: z.string().nullish(),
  memo: z.string().nullish(),
  motionMedia: motionInput.nullish(),
  mediaMetadata: metadataInput.nullish(),
});

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

/** What one string can hold, whatever the instance allows; larger files come as forms. */
const maxBodyBytes = 400 * 1024 * 1024;

/** Attachments in the current form; their bytes are served under `/file`. */
export const attachmentRoutes: RestRoutes = async (app, { services }) => {
  const { attachments } = services;

  // Base64 makes four characters of three bytes; the rest of the body is small.
  const bodyLimit = (): number =>
    Math.ceil((services.attachmentLimits().uploadBytes * 4) / 3) + 64 * 1024;

  app.get(
    "/attachments",
    {
      schema: {
        ...page,
        tags: ["attachments"],
        summary: "List own attachments",
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
      return { ...listed, attachments: listed.attachments.map(attachmentToJson) };
    },
  );

  app.post(
    "/attachments",
    {
      config: { carriesFile: true },
      bodyLimit: maxBodyBytes,
      preParsing: async (_request, _reply, body) => limitBody(body, bodyLimit()),
      schema: {
        tags: ["attachments"],
        summary: "Create an attachment from `content` (base64) or `externalLink` (https)",
        querystring: z.object({ attachmentId: z.string().optional() }),
        body: createInput,
        response: { 200: attachmentJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { body } = request;
      const [filename, type] = [body.filename ?? "", body.type ?? ""];
      const memo = unwrap(memoIdOf("memo", body.memo ?? ""));
      const given = {
        ...(request.query.attachmentId && { id: request.query.attachmentId }),
        ...(memo !== null && { memo }),
        ...(body.motionMedia && { motion: body.motionMedia }),
        ...(body.mediaMetadata && { metadata: body.mediaMetadata }),
      };
      const { content, externalLink } = body;
      if (externalLink) {
        if (content) {
          throw new AppFailure(invalidField("externalLink", "cannot go with content"));
        }
        const made = await attachments.create(caller, { ...given, externalLink, filename, type });
        return attachmentToJson(unwrap(made));
      }
      const bytes = decodeBase64(content ?? "");
      await using file = unwrap(await attachments.receive(caller, { filename, type }, once(bytes)));
      return attachmentToJson(unwrap(await attachments.create(caller, { ...given, file })));
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
      attachmentToJson(unwrap(await attachments.get(readerOf(request), request.params.attachment))),
  );

  app.patch(
    "/attachments/:attachment",
    {
      schema: {
        tags: ["attachments"],
        summary: "Rename an attachment, or put it on a memo or off it",
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
        changes = { ...changes, memo: unwrap(memoIdOf("memo", body.memo ?? "")) };
      }
      const { caller } = identityOf(request);
      const changed = await attachments.update(caller, request.params.attachment, changes);
      return attachmentToJson(unwrap(changed));
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
        body: z.object({ names: z.array(z.string()).min(1).max(100) }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const ids = request.body.names.map((name) => {
        const id = parseName("attachments", name);
        if (id === null) throw new AppFailure(invalidField("names", "must be attachments/<id>"));
        return id;
      });
      unwrap(await attachments.remove(identityOf(request).caller, ids));
      return {};
    },
  );
};

const base64Pattern = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Both alphabets, padded or not, as protobuf's JSON has it. */
function decodeBase64(text: string): Uint8Array {
  if (!base64Pattern.test(text)) throw new AppFailure(invalidField("content", "is not base64"));
  return Buffer.from(text, "base64");
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
