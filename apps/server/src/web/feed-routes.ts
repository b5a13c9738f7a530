import { unwrap } from "@tidemark/core";
import type { FastifyPluginAsync } from "fastify";
import { robotsFile, sitemapOf } from "../public/crawlers.ts";
import { isOpenToAll, listPublic } from "../public/list-public.ts";
import { readPlace } from "../public/public-place.ts";
import { openFeed } from "../public/read-feed.ts";
import { type Feed, writeAtom, writeJsonFeed, writeRss } from "../public/write-feed.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { serverAddress } from "../rest/shared/server-address.ts";

const formats: readonly {
  readonly file: string;
  readonly type: string;
  readonly write: (feed: Feed) => string;
}[] = [
  { file: "/rss.xml", type: "application/rss+xml", write: writeRss },
  { file: "/atom.xml", type: "application/atom+xml", write: writeAtom },
  { file: "/feed.json", type: "application/feed+json", write: writeJsonFeed },
];

interface FeedRequest {
  Params: { username?: string };
  Querystring: Record<string, unknown>;
}

/** The newest memos are in the sitemap; older ones are linked from the lists. */
const memosInSitemap = 1000;

/** Serves feeds of public memos, everybody's and those of a person, at the paths of memos, and files for crawlers. */
export const feedRoutes: FastifyPluginAsync<Pick<AppDeps, "services" | "config">> = async (
  app,
  { services, config },
) => {
  for (const place of ["/explore", "/u/:username"]) {
    for (const { file, type, write } of formats) {
      app.get<FeedRequest>(place + file, { schema: { hide: true } }, async (request, reply) => {
        const wanted = readPlace(request.params, request.query);
        if (wanted === null || !isOpenToAll(services)) return reply.callNotFound();
        const feed = await openFeed(services, wanted, {
          file,
          origin: serverAddress(request, services, config),
        });
        if (feed === null) return reply.callNotFound();
        reply.headers({
          "cache-control": "no-cache",
          etag: feed.etag,
          ...(!mayIndex() && { "x-robots-tag": "noindex" }),
        });
        if (request.headers["if-none-match"]?.includes(feed.etag) === true) {
          return reply.code(304).send();
        }
        return reply.type(`${type}; charset=utf-8`).send(write(await feed.render()));
      });
    }
  }

  app.get("/robots.txt", { schema: { hide: true } }, async (request, reply) => {
    return reply
      .type("text/plain; charset=utf-8")
      .send(robotsFile(mayIndex() ? serverAddress(request, services, config) : null));
  });

  app.get("/sitemap.xml", { schema: { hide: true } }, async (request, reply) => {
    if (!mayIndex()) return reply.callNotFound();
    const everybody = { username: null, tag: null };
    const listed = await listPublic(services, everybody, { pageSize: memosInSitemap });
    const { memos } = unwrap(listed);
    return reply
      .type("application/xml; charset=utf-8")
      .send(sitemapOf(serverAddress(request, services, config), memos));
  });

  /** True if search engines may list public pages. */
  function mayIndex(): boolean {
    return isOpenToAll(services) && services.instance.current().GENERAL.allowIndexing;
  }
};
