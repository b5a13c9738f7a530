import { isAdministrator } from "../model/caller.ts";
import { appError, type AppError, filterRefused, withinFilterTime } from "../error/errors.ts";
import { auditFilterSchema } from "../filter/plan/schema.ts";
import { compileFilter } from "../filter/index.ts";
import type { FilterPlan } from "../filter/plan/plan.ts";
import type { Caller } from "../model/caller.ts";
import type { Page, PageRequest } from "../paging/page-list.ts";
import { type PagePosition, pageSizeOf, type PageTokens } from "../paging/page-token.ts";
import type { ServerDatabase } from "../stores/server-database.ts";
import type { Keyset } from "../paging/order-by.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { AuditEntry, AuditListQuery } from "../stores/audit-log-store.ts";

export interface AuditDeps {
  readonly database: ServerDatabase;
  readonly pageTokens: PageTokens;
  readonly nowMs: () => number;
}

/** Security events of accounts and shared content, for administrators. */
export interface AuditService {
  /**
   * Lists entries, newest first. `filter` is CEL over `time`, `action`, `actor`, `target` and `address`;
   * blank for none. PERMISSION_DENIED for callers who aren't administrators.
   */
  list(
    caller: Caller,
    page: PageRequest & { readonly filter: string },
  ): Promise<Result<Page<AuditEntry>, AppError>>;
}

const onlyAdministrators = err(
  appError("PERMISSION_DENIED", "only administrators can read the audit log"),
);

export function createAuditService({ database, pageTokens, nowMs }: AuditDeps): AuditService {
  return {
    async list(caller, { filter, pageSize: askedSize, pageToken }) {
      if (!isAdministrator(caller)) return onlyAdministrators;
      const asked = ["audit-log", filter];
      let position: PagePosition | null = null;
      if (pageToken !== "") {
        const opened = pageTokens.open(pageToken, asked);
        if (!opened.ok) return opened;
        position = opened.value;
      }
      const pageSize = pageSizeOf(askedSize, position);
      const frozenMs = position?.nowMs ?? nowMs();
      const after = position === null ? null : placeOf(position.after);
      let plan: FilterPlan | null = null;
      if (filter.trim() !== "") {
        const compiled = compileFilter(filter, { schema: auditFilterSchema, nowMs: frozenMs });
        if (!compiled.ok) return err(filterRefused(compiled.error));
        plan = compiled.value;
      }
      const query = { filter: plan, after, limit: pageSize + 1 };
      const listed = await withinFilterTime(() =>
        database.read(async ({ auditLog }) => ok(await auditLog.list(query))),
      );
      if (!listed.ok) return listed;
      const items = listed.value.slice(0, pageSize);
      const last = items.at(-1);
      const isLast = last === undefined || items.length === listed.value.length;
      const nextPageToken = isLast
        ? ""
        : pageTokens.seal(
            { after: { values: [last.atMs], id: last.id }, nowMs: frozenMs, pageSize },
            asked,
          );
      return ok({ items, nextPageToken });
    },
  };
}

function placeOf({ id, values }: Keyset): AuditListQuery["after"] {
  return { id, atMs: Number(values[0]) };
}
