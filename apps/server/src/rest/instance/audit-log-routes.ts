import { auditActions, type AuditEntry, unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import {
  formatTimestamp,
  pageSizeQuery,
  pageTokenQuery,
  timestampOutput,
} from "../shared/wire-values.ts";

const auditEntryJson = z
  .object({
    id: z.string(),
    time: timestampOutput,
    action: z.enum(auditActions),
    actor: z.string().meta({ description: "`users/{user}`, or empty where nobody is known" }),
    target: z.string().meta({ description: "Resource name, or empty for none and for several" }),
    address: z.string().meta({ description: "Of IPv6 its /64; empty for none and for several" }),
    count: z
      .int()
      .optional()
      .meta({ description: "How often, where failed sign-ins were too many to be entered each" }),
  })
  .meta({ id: "AuditEntry" });

/** Routes of the audit log, for administrators: changes to accounts, tokens and other users' memos. */
export const auditLogRoutes: RestRoutes = async (app, { services }) => {
  app.get(
    "/instance/auditLog",
    {
      schema: {
        tags: ["instance"],
        summary: "List security-relevant events, newest first",
        description:
          "For administrators. `filter` is CEL over `time`, `action`, `actor`, `target` and `address`. Entries are kept for 90 days.",
        querystring: z.object({
          pageSize: pageSizeQuery,
          pageToken: pageTokenQuery,
          filter: z.string().default(""),
        }),
        response: {
          200: z.object({ entries: z.array(auditEntryJson), nextPageToken: z.string() }),
        },
      },
    },
    async (request) => {
      const page = unwrap(await services.audit.list(identityOf(request).caller, request.query));
      return { entries: page.items.map(entryToJson), nextPageToken: page.nextPageToken };
    },
  );
};

function entryToJson({ atMs, count, ...entry }: AuditEntry): z.infer<typeof auditEntryJson> {
  return { ...entry, time: formatTimestamp(atMs), ...(count > 1 && { count }) };
}
