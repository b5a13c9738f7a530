import { AppFailure, type AppError } from "@tidemark/core";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services/services.ts";
import { readFont } from "./page-fonts.ts";
import { readAround, showMemo } from "./memo-article.ts";
import { pageLanguage } from "./page-words.ts";
import type { Page } from "./page-document.ts";
import { busyPage, missingPage, sharePage } from "./share-page.ts";

/**
 * Serves share links: one memo and its files, for anyone with the link. Ignores credentials and sets no
 * cookie. docs/adr/0060-share-page.md.
 */
export const pageRoutes: FastifyPluginAsync<{ readonly services: Services }> = async (
  app,
  { services },
) => {
  app.setErrorHandler<Error>((error, request, reply) => {
    if (!(error instanceof AppFailure)) throw error;
    return answerFailure(error.error, request, reply);
  });

  // Wildcards, so paths with an invalid token or none show the same page.
  for (const url of ["/s/*", "/memos/shares/*"]) {
    app.get<{ Params: { "*": string } }>(
      url,
      { schema: { hide: true } },
      async (request, reply) => {
        const language = pageLanguage(request.headers["accept-language"]);
        const token = request.params["*"];
        const opened = await services.shares.open(token);
        if (!opened.ok) return send(reply, 404, missingPage(language));
        const links = { origin: "", token, tags: null };
        const [read] = await readAround(services, [opened.value]);
        if (read === undefined) throw new Error("a memo that was read isn't shown");
        return send(
          reply,
          200,
          sharePage(await showMemo(read, { language, links }), { language, links }),
        );
      },
    );
  }
};

/** Serves the fonts of pages. They are the same for all readers, and never change. */
export const fontRoutes: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { name: string; file: string } }>(
    "/fonts/:name/:file",
    { schema: { hide: true }, compress: false },
    async (request, reply) => {
      const { name, file } = request.params;
      const content = readFont(name, file);
      if (content === null) return reply.callNotFound();
      return reply
        .headers({
          "content-type": "font/woff2",
          "cache-control": "public, max-age=31536000, immutable",
          // A sandboxed page has an opaque origin, so this is a cross-origin request.
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        })
        .send(content);
    },
  );
};

function answerFailure(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const language = pageLanguage(request.headers["accept-language"]);
  if (error.code === "RESOURCE_EXHAUSTED") {
    reply.header("retry-after", Math.max(1, Math.ceil((error.retryAfterMs ?? 1000) / 1000)));
    return send(reply, 429, busyPage(language));
  }
  return send(reply, 404, missingPage(language));
}

function send(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": page.contentSecurityPolicy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      vary: "accept-language",
    })
    .send(page.html);
}
