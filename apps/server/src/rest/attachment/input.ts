import { AppFailure, invalidField, unwrap } from "@tidemark/core";
import type { AttachmentRecord } from "@tidemark/core/model";
import type { Caller } from "@tidemark/core/model";
import type { FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { z } from "zod";
import { limitBody } from "../../http/bodies/limit-body.ts";
import type { Services } from "../../services/services.ts";
import { metadataInput, motionInput } from "./json.ts";
import { memoIdNamed } from "../shared/memo-id-named.ts";

/** Attachment in a create request: base64 content or an external link. Unknown keys are ignored. */
export const attachmentInput = z.object({
  filename: z.string().nullish(),
  type: z.string().nullish(),
  content: z.string().nullish(),
  externalLink: z.string().nullish(),
  memo: z.string().nullish(),
  motionMedia: motionInput.nullish(),
  mediaMetadata: metadataInput.nullish(),
});

/** Maximum size of a JSON body, bounded by the length of a string. Larger files are uploaded as forms. */
const maxBodyBytes = 400 * 1024 * 1024;

/**
 * Returns route options for bodies that may contain a file as base64. A body larger than the instance's
 * upload limit fails with TOO_LARGE.
 */
export function takesContent(services: Services) {
  // Base64 takes four characters for three bytes; 64 KiB is for the rest of the body.
  const bodyLimit = (): number =>
    Math.ceil((services.attachmentLimits().uploadBytes * 4) / 3) + 64 * 1024;
  return {
    bodyLimit: maxBodyBytes,
    // The multipart parser enforces the limit for forms.
    preParsing: async (request: FastifyRequest, _reply: unknown, body: Readable) =>
      isForm(request) ? body : limitBody(body, bodyLimit()),
  };
}

/** Returns true if the Content-Type is multipart/form-data; any other body is parsed as JSON. */
export function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(request.headers["content-type"] ?? "");
}

/** Creates the caller's attachment from a JSON body. If `id` is null, generates one. Throws AppFailure. */
export async function createFromJson(
  services: Services,
  caller: Caller,
  body: z.infer<typeof attachmentInput>,
  id: string | null,
): Promise<AttachmentRecord> {
  const { attachments } = services;
  const [filename, type] = [body.filename ?? "", body.type ?? ""];
  const memo = unwrap(await memoIdNamed(services, "memo", body.memo ?? ""));
  const given = {
    ...(id !== null && { id }),
    ...(memo !== null && { memo }),
    ...(body.motionMedia && { motion: body.motionMedia }),
    ...(body.mediaMetadata && { metadata: body.mediaMetadata }),
  };
  const { content, externalLink } = body;
  if (externalLink) {
    if (content)
      throw new AppFailure(invalidField("externalLink", "can't be combined with content"));
    return unwrap(await attachments.create(caller, { ...given, externalLink, filename, type }));
  }
  const bytes = decodeBase64(content ?? "");
  await using file = unwrap(await attachments.receive(caller, { filename, type }, once(bytes)));
  return unwrap(await attachments.create(caller, { ...given, file }));
}

const base64Pattern = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Accepts both base64 alphabets, with or without padding, like protobuf's JSON. */
function decodeBase64(text: string): Uint8Array {
  if (!base64Pattern.test(text)) throw new AppFailure(invalidField("content", "is not base64"));
  return Buffer.from(text, "base64");
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
