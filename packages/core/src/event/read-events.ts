import type { Caller } from "../model/caller.ts";
import { findReadable, readAccess } from "../access/read-access.ts";
import type { ServerDatabase } from "../stores/server-database.ts";
import { scopesFor } from "../feed/scopes-for.ts";
import type { EventRecord } from "../stores/event-store.ts";

export interface EventPage {
  /** Oldest first. */
  readonly events: readonly EventRecord[];
  /** Where to go on, whether or not the last events were for this reader. */
  readonly lastId: number;
  readonly hasMore: boolean;
  /** Events between the id that was asked for and the first of these are not kept any more. */
  readonly hasGap: boolean;
}

const pageSize = 200;

/**
 * The events after an id that the caller may hear of: of a memo, while they may read it. An id that
 * is ahead of the log, as after a restore from a backup, starts at its head.
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
    // A stream may be open for weeks: which spaces its reader is in is asked anew.
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
