import { readAccess } from "../../access/read-access.ts";
import type { AppError } from "../../error/errors.ts";
import { ok, type Result } from "../../error/result.ts";
import { compileFilter, memoFilterSchema } from "../../filter/index.ts";
import type { Caller } from "../../model/caller.ts";
import type { MemoHead } from "../../model/memo.ts";
import type { MemoDeps } from "../memo-deps.ts";
import { readTagChange } from "./change-tag.ts";
import { branchOf, type TagChange } from "./tag-run.ts";

/** Preview of a tag change. */
export interface TagChangePreview {
  /** Normalised names of the change. */
  readonly from: string;
  readonly to: string | null;
  /** Number of the caller's memos that have the tag or one below it. */
  readonly count: number;
  /** Number of memos that already have the new tag. More than 0 means a merge. */
  readonly merged: number;
  /** Number of readable memos by others with the tag. They stay unchanged. */
  readonly others: number;
  /** First memos that would change. */
  readonly first: readonly Pick<MemoHead, "id" | "snippet" | "tags">[];
}

const shown = 3;

/** Returns a preview of a tag change without changing anything. */
export async function previewTagChange(
  deps: MemoDeps,
  caller: Caller,
  wanted: TagChange,
  nowMs: number,
): Promise<Result<TagChangePreview, AppError>> {
  const change = readTagChange(wanted);
  if (!change.ok) return change;
  const { from, to } = change.value;
  const branch = branchOf(change.value, caller.name);
  const tag = JSON.stringify(from);
  const under = `tags.exists(t, t == ${tag} || t.startsWith(${JSON.stringify(`${from}/`)}))`;
  const others = compileFilter(
    `creator != ${JSON.stringify(caller.name)} && ${branch.withUnder ? under : `${tag} in tags`}`,
    { schema: memoFilterSchema, nowMs },
  );
  return deps.database.read(async ({ memos }) => {
    const places = await memos.tagPlaces(branch, null, shown * 4);
    const ids = [...new Set(places.map(({ id }) => id))].slice(0, shown);
    const heads = new Map((await memos.heads(ids)).map((head) => [head.id, head]));
    const query = { access: readAccess(caller), state: "NORMAL", trash: "none" } as const;
    return ok({
      from,
      to,
      count: await memos.countTagged(branch),
      merged:
        to === null ? 0 : await memos.countTagged({ user: caller.name, tag: to, withUnder: false }),
      others: others.ok ? await memos.count({ ...query, parent: null, filter: others.value }) : 0,
      first: ids.map((id) => {
        const head = heads.get(id);
        return { id, snippet: head?.snippet ?? "", tags: head?.tags ?? [] };
      }),
    });
  });
}
