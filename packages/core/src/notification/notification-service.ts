import { type AppError, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { findManyReadable, readAccess } from "../access/read-access.ts";
import type { PageRequest } from "../paging/page-list.ts";
import { pageSizeOf, type PageTokens } from "../paging/page-token.ts";
import type { CommitEffect } from "../stores/commit-effect.ts";
import type { ServerDatabase, ServerReadStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import { inboxScope } from "../model/scope.ts";
import { findOwnAccount } from "../access/find-user.ts";
import type { NotificationRecord, NotificationStatus } from "../stores/notification-store.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/** Notification with the current start of its memo. */
export interface NotificationView extends NotificationRecord {
  readonly snippet: string;
}

export interface NotificationPage {
  /** Sorted newest first. */
  readonly notifications: readonly NotificationView[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
}

/** Notifications of users. `user` is a username or number; other users' notifications are NOT_FOUND. */
export interface NotificationService {
  /**
   * Returns a page of notifications. Omits those about memos that the caller can no longer read, so a page
   * may be shorter.
   */
  list(caller: Caller, user: string, page: PageRequest): Outcome<NotificationPage>;
  setStatus(
    caller: Caller,
    user: string,
    id: string,
    status: NotificationStatus,
  ): Outcome<NotificationView>;
  remove(caller: Caller, user: string, id: string): Outcome<null>;
}

export function createNotificationService(deps: {
  readonly database: ServerDatabase;
  readonly pageTokens: PageTokens;
}): NotificationService {
  const { database, pageTokens } = deps;

  return {
    list: (caller, user, { pageSize: askedSize, pageToken }) =>
      database.read(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        if (!own.ok) return own;
        const asked = ["notifications", caller.name];
        const position = pageToken === "" ? null : pageTokens.open(pageToken, asked);
        if (position?.ok === false) return position;
        const after = position?.value.after ?? null;
        const pageSize = pageSizeOf(askedSize, position?.value ?? null);
        const rows = await stores.notifications.listByUser(caller.name, after, pageSize + 1);
        const page = rows.slice(0, pageSize);
        const last = page.at(-1);
        const isLast = last === undefined || rows.length === page.length;
        const next = { values: [last?.createdMs ?? 0], id: last?.id ?? "" };
        return ok({
          notifications: await show(stores, caller, page),
          nextPageToken: isLast ? "" : pageTokens.seal({ after: next, nowMs: 0, pageSize }, asked),
        });
      }),
    setStatus: (caller, user, id, status) =>
      database.write(async (stores) => {
        const found = await findOwn(stores, caller, user, id);
        if (!found.ok) return found;
        await stores.notifications.setStatus(id, status);
        stores.afterCommit(movedInbox(caller));
        return ok({ ...found.value, status });
      }, caller),
    remove: (caller, user, id) =>
      database.write(async (stores) => {
        const found = await findOwn(stores, caller, user, id);
        if (!found.ok) return found;
        await stores.notifications.remove(id);
        stores.afterCommit(movedInbox(caller));
        return ok(null);
      }, caller),
  };
}

/** Returns the effect that updates the user's other devices. */
function movedInbox({ name }: Caller): CommitEffect {
  return { kind: "scopes-moved", scopes: [inboxScope(name)] };
}

type Stores = Pick<ServerReadStores, "memos" | "users" | "notifications">;

async function findOwn(
  stores: Stores,
  caller: Caller,
  user: string,
  id: string,
): Promise<Result<NotificationView, AppError>> {
  const own = await findOwnAccount(stores.users, caller, user);
  if (!own.ok) return own;
  const record = await stores.notifications.find(id);
  if (record === null || record.user !== caller.name) return err(notFound());
  const [view] = await show(stores, caller, [record]);
  return view === undefined ? err(notFound()) : ok(view);
}

async function show(
  stores: Stores,
  caller: Caller,
  records: readonly NotificationRecord[],
): Promise<NotificationView[]> {
  const access = readAccess(caller);
  const idsOf = (isGone: boolean): string[] =>
    records.filter(({ type }) => (type === "WEBHOOK_GONE") === isGone).map(({ memo }) => memo);
  const readable = await findManyReadable(stores.memos, access, idsOf(false));
  // A webhook's last delivery may have been about a memo in the trash.
  const sent = await findManyReadable(stores.memos, access, idsOf(true), { showDeleted: true });
  return records.flatMap((record) => {
    const memo = (record.type === "WEBHOOK_GONE" ? sent : readable).get(record.memo);
    return memo === undefined ? [] : [{ ...record, snippet: memo.snippet }];
  });
}
