import { filterRefused, type AppError, withinFilterTime } from "../errors.ts";
import { attachmentFilterSchema, compileWithIds, type FilterPlan } from "../filter/index.ts";
import type { Caller } from "../memo/access.ts";
import type { AttachmentOrderTerm, Keyset } from "../ports.ts";
import { err, ok, type Result } from "../result.ts";
import type { AttachmentDeps } from "./attachment-deps.ts";
import { attachmentKeyset } from "./attachment-order.ts";
import type { AttachmentRecord } from "./model.ts";

export interface ListAttachmentsInput {
  /** CEL; blank is no filter. */
  readonly filter: string;
  readonly order: readonly AttachmentOrderTerm[];
  /** 1 to 1000. */
  readonly pageSize: number;
  /** From an earlier answer, or "". */
  readonly pageToken: string;
  /** Rows to skip; only for the older form's `page`. */
  readonly offset?: number;
}

export interface AttachmentPage {
  readonly attachments: AttachmentRecord[];
  /** "" on the last page. */
  readonly nextPageToken: string;
}

/** One page of the caller's own attachments. Pages join to the whole set, uploads or not. */
export async function listAttachments(
  deps: AttachmentDeps,
  caller: Caller,
  input: ListAttachmentsInput,
): Promise<Result<AttachmentPage, AppError>> {
  const { database, clock, pageTokens } = deps.memoDeps;
  const asked = ["attachments", input.filter, input.order, caller.name];
  let after: Keyset | null = null;
  let nowMs = clock.nowMs();
  if (input.pageToken !== "") {
    const position = pageTokens.open(input.pageToken, asked);
    if (!position.ok) return position;
    ({ after, nowMs } = position.value);
  }
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
    after,
    offset: input.offset ?? 0,
    limit: input.pageSize + 1,
  };
  const listed = await withinFilterTime(() =>
    database.read(async (stores) => ok(await stores.attachments.list(query))),
  );
  if (!listed.ok) return listed;
  const rows = listed.value;
  const attachments = rows.slice(0, input.pageSize);
  const last = attachments.at(-1);
  const isLast = rows.length <= input.pageSize || last === undefined;
  return ok({
    attachments,
    nextPageToken: isLast
      ? ""
      : pageTokens.seal({ after: attachmentKeyset(last, input.order), nowMs }, asked),
  });
}
