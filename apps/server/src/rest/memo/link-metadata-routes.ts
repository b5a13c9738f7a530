import { boundedArray, unwrap } from "@tidemark/core";
import { z } from "zod";
import { fetchLinkMetadata } from "../../net/link-metadata.ts";
import type { RestRoutes } from "../shared/rest-route.ts";

const linkMetadataJson = z
  .object({ url: z.string(), title: z.string(), description: z.string(), image: z.string() })
  .meta({ id: "LinkMetadata" });

const url = z.string().min(1).max(2048);

/** Routes for the metadata of linked web pages. */
export const linkMetadataRoutes: RestRoutes = async (app, { services }) => {
  const options = async () => ({ allowPrivate: await services.allowPrivateTargets() });

  app.get(
    "/memos/-/linkMetadata",
    {
      schema: {
        tags: ["memos"],
        summary: "Get the metadata of a web page",
        querystring: z.object({ url }),
        response: { 200: linkMetadataJson },
      },
    },
    async (request) => unwrap(await fetchLinkMetadata(request.query.url, await options())),
  );

  app.post(
    "/memos/-/linkMetadata::batchGet",
    {
      schema: {
        tags: ["memos"],
        summary: "Get the metadata of up to ten pages; pages that don't respond are omitted",
        body: z.object({ urls: boundedArray(url, 10).min(1).max(10) }),
        response: { 200: z.object({ linkMetadata: z.array(linkMetadataJson) }) },
      },
    },
    async (request) => {
      const urls = [...new Set(request.body.urls)];
      const chosen = await options();
      const found = await Promise.all(urls.map((each) => fetchLinkMetadata(each, chosen)));
      return { linkMetadata: found.flatMap((each) => (each.ok ? [each.value] : [])) };
    },
  );
};
