import { appError, AppFailure, invalidField, unwrap } from "@tidemark/core";
import { shortenFilename } from "@tidemark/core/attachment";
import { z } from "zod";
import { maxAudioBytes, transcribe } from "../ai/transcribe.ts";
import type { RestRoutes } from "./shared/rest-route.ts";

/** Maximum size of a body: base64 takes four characters for three bytes. */
const bodyLimitBytes = Math.ceil(maxAudioBytes / 3) * 4 + 64 * 1024;

/** Routes that use the AI provider chosen by the instance. */
export const aiRoutes: RestRoutes = async (app, { services }) => {
  app.post(
    "/ai::transcribe",
    {
      config: { carriesFile: true },
      bodyLimit: bodyLimitBytes,
      schema: {
        tags: ["ai"],
        summary: "Turn a recording into text",
        description: "Up to 25 MiB, as base64. The recording is not kept.",
        body: z.object({
          audio: z.object({
            content: z.string().optional(),
            uri: z.string().optional(),
            filename: z.string().nullish(),
            contentType: z
              .string()
              .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;.{0,100})?$/, "must be a media type")
              .nullish(),
          }),
        }),
        response: { 200: z.object({ text: z.string() }) },
      },
    },
    async (request) => {
      const { content, uri, filename, contentType } = request.body.audio;
      if (uri !== undefined) {
        throw new AppFailure(invalidField("audio.uri", "isn't fetched; send the content"));
      }
      if (!content) throw new AppFailure(invalidField("audio.content", "is required"));
      const bytes = Buffer.from(content, "base64");
      if (!isBase64(content, bytes)) {
        throw new AppFailure(invalidField("audio.content", "is not base64"));
      }
      if (bytes.length > maxAudioBytes) {
        throw new AppFailure(
          appError("TOO_LARGE", `audio may have up to ${maxAudioBytes} bytes`, [
            { field: "audio.content", issue: "too large" },
          ]),
        );
      }
      const audio = {
        content: bytes,
        filename: shortenFilename(filename?.toWellFormed() || "audio"),
        contentType: contentType ?? "",
      };
      return { text: unwrap(await transcribe(await services.aiProvider(), audio)) };
    },
  );
};

/** `Buffer.from` skips characters that aren't base64, so the result is shorter than the text implies. */
function isBase64(text: string, bytes: Uint8Array): boolean {
  const length = text.replace(/=+$/, "").length;
  return bytes.length > 0 && bytes.length === Math.floor((length * 3) / 4);
}
