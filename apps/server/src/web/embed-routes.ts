import type { MemoRecord } from "@tidemark/core/model";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { type ArticleOptions, readAround, showMemo } from "../pages/memo-article.ts";
import { pageLanguage } from "../pages/page-words.ts";
import { pageTitle } from "../pages/share-page.ts";
import { embeddedPage } from "../public/embedded-page.ts";
import { findPublic, isOpenToAll } from "../public/list-public.ts";
import { type Embeddable, embeddableAt, oembedOf, oembedQuery } from "../public/oembed.ts";
import { memoPath } from "../public/public-page.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { answerFailures, sendLost } from "./notices.ts";
import { sendPage } from "./page-headers.ts";
import { serverAddress } from "../rest/shared/server-address.ts";

const schema = { hide: true };

/**
 * Serves PUBLIC memos and shares for frames in pages of the sites that the instance names, and the answers by which sites
 * find these frames. Ignores credentials, and sets no cookie.
 */
export const embedRoutes: FastifyPluginAsync<Pick<AppDeps, "services" | "config">> = async (
  app,
  { services, config },
) => {
  answerFailures(app);

  app.get<{ Params: { memo: string } }>("/embed/m/:memo", { schema }, (request, reply) =>
    send(request, reply, { memo: request.params.memo }),
  );
  app.get<{ Params: { share: string } }>("/embed/s/:share", { schema }, (request, reply) =>
    send(request, reply, { share: request.params.share }),
  );

  app.get("/oembed", { schema }, async (request, reply) => {
    const query = oembedQuery.safeParse(request.query);
    const origin = serverAddress(request, services, config);
    const embedded = query.success ? embeddableAt(query.data.url, origin) : null;
    const memo = embedded === null ? null : await find(embedded);
    if (!query.success || embedded === null || memo === null) return reply.callNotFound();
    if ((query.data.format ?? "json") !== "json") return reply.code(501).send();
    const options = optionsFor(request, embedded);
    const [read] = await readAround(services, [memo]);
    if (read === undefined) throw new Error("a memo that was read isn't shown");
    const { property } = memo;
    const shown = { title: property.title, author: read.author };
    const parts = {
      ...query.data,
      origin,
      embedded,
      instance: services.instance.current().GENERAL.title,
      author: read.author,
      title: pageTitle(shown, options.language),
    };
    return reply.headers({ "cache-control": "no-cache" }).send(oembedOf(parts));
  });

  async function send(
    request: FastifyRequest,
    reply: Parameters<typeof sendPage>[1],
    embedded: Embeddable,
  ) {
    const { embedOrigins, title } = services.instance.current().GENERAL;
    const memo = await find(embedded);
    const [read] = memo === null ? [] : await readAround(services, [memo]);
    if (read === undefined) return sendLost(request, reply);
    const options = optionsFor(request, embedded);
    const frame = {
      instance: title,
      page: "memo" in embedded ? memoPath(embedded.memo) : `/s/${embedded.share}`,
      origins: embedOrigins,
    };
    // The policy of the page names the sites. This older header can't, and would refuse them all.
    reply.removeHeader("x-frame-options");
    return sendPage(
      request,
      reply,
      200,
      embeddedPage(await showMemo(read, options), options, frame),
    );
  }

  /** Returns the memo to show; null if there is none, or if no site may embed anything. */
  async function find(embedded: Embeddable): Promise<MemoRecord | null> {
    if (services.instance.current().GENERAL.embedOrigins.length === 0) return null;
    if ("memo" in embedded) {
      return isOpenToAll(services) ? findPublic(services, embedded.memo) : null;
    }
    const opened = await services.shares.open(embedded.share);
    return opened.ok ? opened.value : null;
  }

  function optionsFor(request: FastifyRequest, embedded: Embeddable): ArticleOptions {
    const token = "share" in embedded ? embedded.share : null;
    const links = { origin: "", token, tags: null };
    return { language: pageLanguage(request.headers["accept-language"]), links };
  }
};
