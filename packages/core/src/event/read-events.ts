import type { Caller } from "../model/caller.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import type { ServerDatabase } from "../stores/server-database.ts";
import { scopesFor } from "../feed/scopes-for.ts";
import type { EventRecord } from "../stores/event-store.ts";

export interface EventPage {
  /** Sorted oldest first. */
  readonly events: readonly EventRecord[];
  /** Id to continue from, even if the last events weren't for this reader. */
  readonly lastId: number;
  readonly hasMore: boolean;
  /** True if events between the requested id and the first of these have expired. */
  readonly hasGap: boolean;
}

const pageSize = 200;

/**
 * Returns the events after an id that the caller may see; those of a memo only while they may read it. An id
 * ahead of the log, as after a restore from a backup, continues at the log's end.
 */
export function readEvents(
  database: ServerDatabase,
  caller: Caller,
  afterId: number,
): Promise<EventPage> {
  return database.read(async ({ events, memos, spaces }) => {
    const headId = await events.headId();
    if (afterId >= headId) {
      return { events: [], lastId: headId, hasMore: false, hasGap: afterId > headId };
    }
    const hasGap = afterId + 1 < (await events.firstId());
    // A stream may be open for weeks, so load the reader's current spaces.
    const memberships = await spaces.memberships(caller.name);
    const reader = { ...caller, spaces: memberships.map(({ space }) => `spaces/${space}`) };
    const own = new Set<string>(scopesFor(reader));
    const access = readAccess(reader);
    const page = await events.page(afterId, pageSize);
    const heard: EventRecord[] = [];
    for (const event of page) {
      if (!event.scopes.some((scope) => own.has(scope))) continue;
      if (event.exceptScopes.some((scope) => own.has(scope))) continue;
      const isReadable =
        event.memo === null || (await findReadable(memos, access, event.memo, false)) !== null;
      if (isReadable) heard.push(event);
    }
    const lastId = page.at(-1)?.id ?? headId;
    return { events: heard, lastId, hasMore: lastId < headId, hasGap };
  });
}
