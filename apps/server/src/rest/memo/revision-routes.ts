import { memoName, type RevisionRecord, unwrap } from "@tidemark/core";
import { memoEtag } from "@tidemark/core/memo";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import { memoJson } from "./json.ts";
import { oneMemoToJson } from "./parts.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { encodeJson } from "../shared/send-json.ts";
import { sendPage } from "../shared/send-page.ts";
import {
  formatTimestamp,
  pageSizeQuery,
  pageTokenQuery,
  timestampOutput,
} from "../shared/wire-values.ts";
import { writeRow } from "../../http/answers/writable-rows.ts";

const revisionJson = z
  .object({
    name: z.string(),
    createTime: timestampOutput,
    author: z.string(),
    device: z.string(),
    reason: z.enum(["edit", "merge", "overwrite", "restore"]),
    content: z.string(),
  })
  .meta({ id: "Revision" });

/** Routes for the earlier texts of a memo. */
export const revisionRoutes: RestRoutes = async (app, { services }) => {
  const { memos } = services;

  app.get(
    "/memos/:memo/revisions",
    {
      schema: {
        tags: ["memos"],
        summary: "List the revisions of a memo, newest first",
        params: z.object({ memo: z.string() }),
        querystring: z.object({ pageSize: pageSizeQuery, pageToken: pageTokenQuery }),
        response: {
          200: z.object({ revisions: z.array(revisionJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request, reply) => {
      const { caller } = identityOf(request);
      const page = unwrap(await memos.openRevisions(caller, request.params.memo, request.query));
      return sendPage(reply, page, {
        key: "revisions",
        isCut: true,
        toBytes: async (some) =>
          some.map((each) =>
            writeRow("revision", each.id, () =>
              Buffer.from(encodeJson(revisionJson, revisionToJson(each))),
            ),
          ),
        end: (nextPageToken) => ({ nextPageToken }),
      });
    },
  );

  app.post(
    "/memos/:memo/revisions/:revision([A-Za-z0-9-]+)::restore",
    {
      schema: {
        tags: ["memos"],
        summary: "Restore a revision of a memo",
        params: z.object({ memo: z.string(), revision: z.string() }),
        response: { 200: memoJson },
      },
    },
    async (request, reply) => {
      const { memo, revision } = request.params;
      const { caller } = identityOf(request);
      const restored = unwrap(await memos.restoreRevision(caller, memo, revision));
      reply.header("etag", memoEtag(restored));
      return oneMemoToJson(services, caller, restored);
    },
  );
};

function revisionToJson(revision: RevisionRecord): z.infer<typeof revisionJson> {
  return {
    name: `${memoName(revision.memo)}/revisions/${revision.id}`,
    createTime: formatTimestamp(revision.atMs),
    author: revision.author,
    device: revision.device,
    reason: revision.reason,
    content: revision.content,
  };
}
