import { filterRefused, type AppError, withinFilterTime } from "../error/errors.ts";
import { attachmentFilterSchema } from "../filter/plan/schema.ts";
import { compileWithIds } from "../filter/index.ts";
import type { FilterPlan } from "../filter/plan/plan.ts";
import type { Caller } from "../model/caller.ts";
import { type PagePosition, pageSizeOf } from "../paging/page-token.ts";
import type { AttachmentOrderTerm } from "../stores/attachment-store.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { AttachmentDeps } from "./attachment-deps.ts";
import { attachmentKeyset } from "./attachment-order.ts";
import type { AttachmentRecord } from "../model/attachment.ts";

export interface ListAttachmentsInput {
  /** CEL filter; blank for none. */
  readonly filter: string;
  readonly order: readonly AttachmentOrderTerm[];
  /** 1 to 1000; null for the size of the previous page, or 50 on the first. */
  readonly pageSize: number | null;
  /** Token from the previous page, or `""`. */
  readonly pageToken: string;
  /** Number of rows to skip; only for the legacy API's `page`. */
  readonly offset?: number;
}

export interface AttachmentPage {
  readonly attachments: AttachmentRecord[];
  /** "" on the last page. */
  readonly nextPageToken: string;
}

/** Returns one page of the caller's own attachments. Uploads between pages cause no gaps or duplicates. */
export async function listAttachments(
  deps: AttachmentDeps,
  caller: Caller,
  input: ListAttachmentsInput,
): Promise<Result<AttachmentPage, AppError>> {
  const { database, clock, pageTokens } = deps.memoDeps;
  const asked = ["attachments", input.filter, input.order, caller.name];
  let position: PagePosition | null = null;
  if (input.pageToken !== "") {
    const opened = pageTokens.open(input.pageToken, asked);
    if (!opened.ok) return opened;
    position = opened.value;
  }
  const nowMs = position?.nowMs ?? clock.nowMs();
  const pageSize = pageSizeOf(input.pageSize, position);
  let filter: FilterPlan | null = null;
  if (input.filter.trim() !== "") {
    const memo = (integerId: number): Promise<string | null> =>
      database.read(async ({ memos }) => (await memos.findByNumber(integerId))?.id ?? null);
    const options = { schema: attachmentFilterSchema, nowMs };
    const plan = await compileWithIds(input.filter, options, { memo });
    if (!plan.ok) return err(filterRefused(plan.error));
    filter = plan.value;
  }
  const query = {
    creator: caller.name,
    filter,
    order: input.order,
    after: position?.after ?? null,
    offset: input.offset ?? 0,
    limit: pageSize + 1,
  };
  const listed = await withinFilterTime(() =>
    database.read(async (stores) => ok(await stores.attachments.list(query))),
  );
  if (!listed.ok) return listed;
  const rows = listed.value;
  const attachments = rows.slice(0, pageSize);
  const last = attachments.at(-1);
  const isLast = rows.length <= pageSize || last === undefined;
  return ok({
    attachments,
    nextPageToken: isLast
      ? ""
      : pageTokens.seal({ after: attachmentKeyset(last, input.order), nowMs, pageSize }, asked),
  });
}
