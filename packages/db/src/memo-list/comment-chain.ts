import type { MemoListQuery } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { MemoTable, Tables } from "../schema/tables.ts";

type ChainLink = Pick<
  Selectable<MemoTable>,
  "creator" | "state" | "deleted" | "visibility" | "space" | "parent"
>;

/**
 * Whether the reader may see `id` and every memo above it (decisions.md §3). A comment has no
 * audience of its own: what it is on decides. False when one is missing, or when the chain bites its own tail: no reader stands above such a ring.
 */
export async function isChainReadable(
  db: Kysely<Tables>,
  query: Pick<MemoListQuery, "access" | "trash">,
  id: string,
): Promise<boolean> {
  const seen = new Set<string>();
  let above: string | null = id;
  while (above !== null) {
    if (seen.has(above)) return false;
    seen.add(above);
    const link: ChainLink | undefined = await db
      .selectFrom("memo")
      .select(["creator", "state", "deleted", "visibility", "space", "parent"])
      .where("id", "=", above)
      .executeTakeFirst();
    if (link === undefined || !isLinkReadable(query, link)) return false;
    above = link.parent;
  }
  return true;
}

function isLinkReadable(
  { access, trash }: Pick<MemoListQuery, "access" | "trash">,
  link: ChainLink,
): boolean {
  if (link.creator === access.user) return link.deleted === 0 || trash !== "none";
  if (link.state !== 0 || link.deleted !== 0) return false;
  if (link.parent !== null) return true;
  switch (link.visibility) {
    case 3:
      return true;
    case 2:
      return access.user !== null;
    case 1:
      return link.space !== null && access.spaces.includes(link.space);
    default:
      return false;
  }
}
