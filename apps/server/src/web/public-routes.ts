import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { type ArticleOptions, readAround, showMemo, showMemos } from "../pages/memo-article.ts";
import type { Page } from "../pages/page-document.ts";
import { pageLanguage } from "../pages/page-words.ts";
import { describePlace, findPublic, isOpenToAll, listPublic } from "../public/list-public.ts";
import {
  listedLength,
  type PublicFrame,
  publicListPage,
  publicMemoPage,
} from "../public/public-page.ts";
import {
  placeInApp,
  placePath,
  type PublicPlace,
  readPlace,
  tagPaths,
} from "../public/public-place.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { answerFailures, sendLost, signInFirstPage } from "./notices.ts";
import { openInApp } from "./open-app.ts";
import { withNext } from "./own-path.ts";
import { redirectTo, sendPage } from "./page-headers.ts";
import { serverAddress } from "../rest/shared/server-address.ts";
import { isSignedIn } from "./signed-in.ts";

const schema = { hide: true };
const memosPerPage = 20;

interface ListRequest {
  Params: { username?: string };
  Querystring: Record<string, unknown>;
}

/**
 * Serves public memos to people without a session: everybody's, those of a person, and single ones. Signed-in browsers
 * get the app at the same addresses. docs/adr/0123-public-pages-and-feeds.md.
 */
export const publicRoutes: FastifyPluginAsync<
  Pick<AppDeps, "services" | "config" | "page">
> = async (app, { services, config, page = null }) => {
  answerFailures(app);

  for (const url of ["/explore", "/u/:username"]) {
    app.get<ListRequest>(url, { schema }, async (request, reply) => {
      const place = readPlace(request.params, request.query);
      const { page: token = "" } = request.query;
      if (place === null || typeof token !== "string") return sendLost(request, reply);
      const path = placePath(place);
      if (isSignedIn(request)) {
        return openInApp({ request, reply, page, path }, placeInApp(place));
      }
      if (!isOpenToAll(services)) return redirectTo(reply, withNext("/sign-in", path));
      const shown = await listPage(request, place, token);
      return shown === null ? sendLost(request, reply) : sendPage(request, reply, 200, shown);
    });
  }

  app.get<{ Params: { memo: string } }>("/m/:memo", { schema }, async (request, reply) => {
    const { memo: id } = request.params;
    const path = `/m/${encodeURIComponent(id)}`;
    if (isSignedIn(request)) return openInApp({ request, reply, page, path }, path);
    const memo = isOpenToAll(services) ? await findPublic(services, id) : null;
    if (memo === null) {
      // The same for a private memo and for none.
      reply.header("www-authenticate", "Bearer");
      return sendPage(request, reply, 401, signInFirstPage(request, path));
    }
    const options = optionsFor(request, { username: null, tag: null });
    const [read] = await readAround(services, [memo]);
    if (read === undefined) throw new Error("a memo that was read isn't shown");
    const shown = await showMemo(read, options);
    return sendPage(request, reply, 200, publicMemoPage(shown, options, frameOf(path, request)));
  });

  /** Returns a page of a list; null if the person has no public memos, or the tag or the page's token is invalid. */
  async function listPage(
    request: FastifyRequest,
    place: PublicPlace,
    pageToken: string,
  ): Promise<Page | null> {
    const listed = await listPublic(services, place, { pageSize: memosPerPage, pageToken });
    if (!listed.ok) return null;
    const { memos, nextPageToken } = listed.value;
    // Like a person who doesn't exist, since the page mustn't say who has an account.
    if (memos.length === 0 && place.username !== null) return null;
    const options = { ...optionsFor(request, place), maxLength: listedLength };
    return publicListPage(
      {
        ...(await describePlace(services, place)),
        memos: await showMemos(await readAround(services, memos), options),
        newest: pageToken === "" ? null : placePath(place),
        older: nextPageToken === "" ? null : placePath(place, "", { page: nextPageToken }),
        feeds: {
          rss: placePath(place, "/rss.xml"),
          atom: placePath(place, "/atom.xml"),
          json: placePath(place, "/feed.json"),
        },
      },
      options,
      frameOf(placePath(place)),
    );
  }

  function optionsFor(request: FastifyRequest, place: PublicPlace): ArticleOptions {
    const links = { origin: "", token: null, tags: tagPaths(place) };
    return { language: pageLanguage(request.headers["accept-language"]), links };
  }

  /** Returns the frame of a page; of a memo's page if `request` is given. */
  function frameOf(path: string, request?: FastifyRequest): PublicFrame {
    const { title, allowIndexing, embedOrigins } = services.instance.current().GENERAL;
    const isEmbeddable = request !== undefined && embedOrigins.length > 0;
    const origin = isEmbeddable ? serverAddress(request, services, config) : "";
    return {
      instance: title,
      signIn: withNext("/sign-in", path),
      isIndexed: allowIndexing,
      oembed: isEmbeddable ? `${origin}/oembed?url=${encodeURIComponent(origin + path)}` : null,
    };
  }
};
