import {
  type AppError,
  type DeviceDatabase,
  err,
  invalidField,
  ok,
  type Result,
} from "@tidemark/core";
import { taskLines, taskTag } from "@tidemark/core/markdown";
import type { MemoService } from "@tidemark/core/memo";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { MemoView, TaskGroup, TaskPage, TaskPageInput } from "@tidemark/core/router";
import { isFollowingPublic } from "@tidemark/core/sync/device";
import { z } from "zod";
import { memoQueryOf } from "./memo-query.ts";

export interface TasksByTagDeps {
  readonly database: DeviceDatabase;
  readonly memos: Pick<MemoService, "list">;
  readonly caller: () => Promise<Caller>;
  readonly nowMs: () => number;
  readonly views: (records: readonly MemoRecord[]) => Promise<MemoView[]>;
}

/** Position in the listing: a tag, or null for the list of all memos, and a page token. */
const placeSchema = z.object({ tag: z.string().nullable(), token: z.string() });
type Place = z.infer<typeof placeSchema>;

/** Maximum numbers of lists and memos to read per page. */
const maxLists = 60;
const maxMemos = 200;

/**
 * Lists open tasks by their tag (`taskTag`), in order of the tags. Each tag's memos are sorted newest first,
 * so completing a task while reading moves no group. Tasks without a tag come last; they require reading
 * every memo with open tasks. Rule A19.
 */
export async function tasksByTag(
  { database, memos, caller, nowMs, views }: TasksByTagDeps,
  { search, pageSize, cursor }: TaskPageInput,
): Promise<Result<TaskPage, AppError>> {
  const who = await caller();
  const followsPublic = await database.read(isFollowingPublic);
  let ahead: readonly string[] | null = null;
  const placeAfter = async (tag: string): Promise<Place> => {
    // Loads the tags for the whole page at once: the query reads every memo with open tasks.
    ahead ??= await database.read(({ memos: stored }) =>
      stored.openTaskTags(who.name, tag, maxLists + 1),
    );
    return { tag: ahead[ahead.indexOf(tag) + 1] ?? null, token: "" };
  };
  let place = typeof cursor === "string" ? readPlace(cursor) : await placeAfter("");
  if (place === null) return err(invalidField("cursor", "is none of these lists"));

  const groups: TaskGroup[] = [];
  let [found, lists, lookedThrough] = [0, 0, 0];
  while (place !== null && found < pageSize && lists < maxLists && lookedThrough < maxMemos) {
    const { tag, token }: Place = place;
    const asked = { view: "tasks", search, tag, pinned: null, pageSize, cursor: token } as const;
    const query = memoQueryOf(asked, { nowMs: nowMs(), user: who.name, followsPublic });
    if (!query.ok) return query;
    const page = await memos.list(who, query.value.list);
    if (!page.ok) return page;
    const fitting = page.value.memos.filter(({ content }) => hasOpenTask(content, tag));
    if (fitting.length > 0) groups.push({ tag, memos: await views(fitting) });
    found += fitting.length;
    lists += 1;
    lookedThrough += page.value.memos.length;
    const { nextPageToken } = page.value;
    if (nextPageToken !== "") place = { tag, token: nextPageToken };
    else place = tag === null ? null : await placeAfter(tag);
  }
  return ok({ groups, nextCursor: place === null ? null : JSON.stringify(place) });
}

function hasOpenTask(content: string, tag: string | null): boolean {
  const tasks = taskLines(content);
  return tasks.lines.some((line) => !line.checked && taskTag(line, tasks) === tag);
}

function readPlace(cursor: string): Place | null {
  try {
    return placeSchema.parse(JSON.parse(cursor));
  } catch {
    return null;
  }
}
