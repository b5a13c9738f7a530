import type { DeviceDatabase } from "@tidemark/core";
import { findManyReadable, readAccess } from "@tidemark/core/access";
import { CoalescingTimer, SerialQueue } from "@tidemark/core/concurrency";
import { type Caller, isInboxScope, type MemoRecord, type Scope } from "@tidemark/core/model";
import type { AppInbox, InboxItem } from "@tidemark/core/router";
import { noteOthers, serverNotifies } from "@tidemark/core/sync/device";
import {
  maxNotifications,
  type NotificationsAnswer,
  type WireNotification,
} from "@tidemark/core/sync/protocol";
import { afterInBackground } from "../platform/background.ts";
import {
  type DueMark,
  dueMarks,
  isInInbox,
  keepInbox,
  markInbox,
  marksSent,
  restoreInInbox,
  shownInbox,
} from "./kept-inbox.ts";
import { usernameOf } from "@tidemark/core/names";

export interface InboxServer {
  /** Returns the newest notifications. */
  notifications(): Promise<NotificationsAnswer>;
  markNotifications(ids: readonly string[], isRead: boolean): Promise<void>;
  removeNotifications(ids: readonly string[]): Promise<void>;
}

export interface InboxDeps {
  readonly database: DeviceDatabase;
  readonly caller: () => Promise<Caller>;
  readonly nowMs: () => number;
  /** Called when the stored notifications changed. */
  readonly onChange: () => void;
  /** Called when the server has sent whether it has other users. */
  readonly onOthers: () => void;
  readonly log: (line: string) => void;
}

/** Delay that combines several pokes. */
const pokeDelayMs = 300;
/** Minimum interval of requests for changed memos: typing in a commented memo changes it with every word. */
const movedEveryMs = 10_000;
/** Delay that combines marks, such as when a user steps through them by keyboard. */
const markDelayMs = 500;
/** Interval of requests without a poke. Not all changes are announced, such as a memo that became hidden. */
const reloadMs = 15 * 60_000;
/** Minimum delay after a failed request while sync works. */
const retryMs = 60_000;

/**
 * Notifications of a profile's user (A24, A24a). The newest are stored. Marks apply immediately and are sent
 * with the next exchange, after which the server's state replaces the local one.
 */
export class Inbox {
  readonly app: AppInbox;
  readonly #deps: InboxDeps;
  /** Server to use; null while it can't be reached. */
  #server: InboxServer | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;
  /** Time from which the next sync round triggers a request. */
  #againMs = Number.NEGATIVE_INFINITY;
  readonly #queue = new SerialQueue();
  readonly #timer: CoalescingTimer;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
    const { database, nowMs } = deps;
    const clock = { after: afterInBackground, nowMs };
    this.#timer = new CoalescingTimer(clock, () => void this.exchange());
    const mark = (ids: readonly string[], as: DueMark["as"]): Promise<string[]> =>
      database.write(({ meta }) => markInbox(meta, ids, { as, atMs: nowMs() }));
    this.app = {
      list: () => this.#list(),
      unread: async () => (await this.#unreadIds()).length,
      mark: async (ids, isRead) => this.#marked(await mark(ids, isRead ? "read" : "unread")),
      markAll: async () => {
        const marked = await mark(await this.#unreadIds(), "read");
        this.#marked(marked);
        return marked;
      },
      remove: async (ids) => this.#marked(await mark(ids, "removed")),
      restore: async (ids) => {
        const isWhole = await database.write(({ meta }) => restoreInInbox(meta, ids));
        this.#marked(ids);
        return isWhole;
      },
    };
  }

  /**
   * Sets the server that can be reached now. Called whenever that may have changed, and after each sync
   * round.
   */
  use(server: InboxServer | null): void {
    const isOther = server !== this.#server;
    this.#server = server;
    if (server === null) this.#timer.stop();
    else if (isOther || this.#deps.nowMs() >= this.#againMs) this.#askIn(0);
  }

  /** Handles a poke with the scopes that changed; null when the subscription (re)connects. */
  heard(scopes: readonly Scope[] | null): void {
    if (scopes === null || scopes.some(isInboxScope)) this.#askIn(pokeDelayMs);
  }

  /**
   * Handles memos changed by a sync; null for any. The server's next answer removes notifications of hidden
   * memos.
   */
  async moved(memos: readonly string[] | null): Promise<void> {
    const { database, log } = this.#deps;
    try {
      const isAbout = memos === null || (await database.read(({ meta }) => isInInbox(meta, memos)));
      const passedMs = this.#deps.nowMs() - this.#askedMs;
      if (isAbout) this.#askIn(Math.max(pokeDelayMs, movedEveryMs - passedMs));
    } catch (error) {
      log(`inbox: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Sends pending marks and requests notifications, once. Resolves when done, even if it failed. */
  async exchange(): Promise<void> {
    await this.#queue.run(() => this.#exchangeOnce());
  }

  async close(): Promise<void> {
    this.use(null);
    await this.#queue.idle();
  }

  async #list(): ReturnType<AppInbox["list"]> {
    const access = readAccess(await this.#deps.caller());
    return this.#deps.database.read(async ({ meta, memos }) => {
      const { items, loadedMs } = await shownInbox(meta);
      const ids = items.map(openedBy);
      const here = await findManyReadable(memos, access, ids, { showDeleted: true });
      const whole = await memos.findMany([...here.keys()]);
      const opened = new Map(whole.map((memo) => [memo.id, memo]));
      return {
        items: items.map((item) => itemOf(item, opened.get(openedBy(item)))),
        loadedMs,
      };
    });
  }

  async #unreadIds(): Promise<string[]> {
    const { items } = await this.#deps.database.read(({ meta }) => shownInbox(meta));
    return items.filter(({ status }) => status === "UNREAD").map(({ id }) => id);
  }

  #marked(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.#deps.onChange();
    this.#askIn(markDelayMs);
  }

  #askIn(delayMs: number): void {
    if (this.#server !== null) this.#timer.start(delayMs);
  }

  async #exchangeOnce(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    const { database, nowMs, log } = this.#deps;
    this.#askedMs = nowMs();
    this.#againMs = this.#askedMs + reloadMs;
    try {
      // A server that is too old for this, which hello reveals.
      if (!(await database.read(serverNotifies))) return;
      const { due, nextMs } = await database.read(({ meta }) => dueMarks(meta, nowMs()));
      await this.#send(server, due);
      const answer = await server.notifications();
      const isTaken = await database.write(async ({ meta }) => {
        // A server that was left meanwhile: its inbox was emptied and stays empty.
        if (this.#server !== server) return false;
        await noteOthers({ meta }, answer.hasOthers);
        await keepInbox(meta, answer.notifications, nowMs());
        return true;
      });
      if (!isTaken) return;
      this.#deps.onOthers();
      this.#deps.onChange();
      if (nextMs !== null) this.#askIn(Math.max(0, nextMs - nowMs()));
    } catch (error) {
      // A sync round finds the cause, and a successful one triggers another request.
      this.#againMs = nowMs() + retryMs;
      log(`inbox: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #send(server: InboxServer, due: readonly DueMark[]): Promise<void> {
    for (const as of ["read", "unread", "removed"] as const) {
      const marks = due.filter((mark) => mark.as === as);
      for (let at = 0; at < marks.length; at += maxNotifications) {
        const some = marks.slice(at, at + maxNotifications);
        const ids = some.map(({ id }) => id);
        if (as === "removed") await server.removeNotifications(ids);
        else await server.markNotifications(ids, as === "read");
        await this.#deps.database.write(async ({ meta }) => {
          if (this.#server === server) await marksSent(meta, some);
        });
      }
    }
  }
}

/** Returns the id of the memo whose page shows the subject of a notification. */
function openedBy({ memo, relatedMemo }: WireNotification): string {
  return relatedMemo ?? memo;
}

/** Converts a notification for the app. `opened` is the memo that it opens, if that is on this device. */
function itemOf(
  notification: WireNotification,
  opened: Pick<MemoRecord, "snippet" | "tags"> | undefined,
): InboxItem {
  const { id, sender, type, memo, relatedMemo, snippet, createdMs, status } = notification;
  return {
    id,
    sender: usernameOf(sender),
    type,
    memo: openedBy(notification),
    comment: relatedMemo === null ? null : memo,
    snippet,
    about: relatedMemo === null ? null : (opened?.snippet ?? null),
    createdMs,
    isRead: status !== "UNREAD",
    isHere: opened !== undefined,
    tags: opened?.tags ?? [],
  };
}
