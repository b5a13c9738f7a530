import { type AppError, err, notFound, ok, type Result } from "@tidemark/core";
import type { App, Change, MemoView } from "@tidemark/core/router";
import { noBackups } from "../src/app/profile-backups.ts";
import { noTransfer } from "../src/app/profile-transfer.ts";
import { localStatus } from "./local-status.ts";

export interface MemoryApp extends App {
  /** Notifies every `watchChanges` subscription. */
  announce(change: Change): void;
  /** Active subscriptions. */
  readonly watchers: ReadonlySet<unknown>;
}

/** Creates the desktop's app over a map, with enough of it to send every kind of call through a transport. */
export function createMemoryApp(): MemoryApp {
  const memos = new Map<string, MemoView>();
  const drafts = new Map<string, string>();
  const watchers = new Set<(change: Change) => void>();
  let lastId = 0;

  function find(id: string): Result<MemoView, AppError> {
    const memo = memos.get(id);
    return memo === undefined ? err(notFound()) : ok(memo);
  }

  function put(memo: MemoView): Result<MemoView, AppError> {
    memos.set(memo.id, memo);
    for (const wake of watchers) wake({ memos: [memo.id], sync: false });
    return ok(memo);
  }

  function setDeleted(ids: readonly string[], deletedMs: number | null): Result<null, AppError> {
    for (const id of ids) {
      const memo = memos.get(id);
      if (memo === undefined) return err(notFound());
      put({ ...memo, deletedMs });
    }
    return ok(null);
  }

  const storage = { totalBytes: 0, keptBytes: 0, freeableBytes: 0, limitBytes: null };

  return {
    announce(change) {
      for (const wake of watchers) wake(change);
    },
    watchers,
    bulk: { update: async () => ({ done: [], left: [] }) },
    finder: {
      find: async () => ok([]),
      noteOpened: async () => undefined,
      random: async () => null,
    },
    library: {
      list: async () => ok({ files: [], nextCursor: null }),
      sizes: async () => ({
        media: { count: 0, bytes: 0 },
        audio: { count: 0, bytes: 0 },
        documents: { count: 0, bytes: 0 },
        unused: { count: 0, bytes: 0, isMore: false },
        hereBytes: null,
      }),
      unused: async () => ({ ids: [], bytes: 0, isMore: false }),
      removeUnused: async () => ok(0),
    },
    inbox: {
      list: async () => ({ items: [], loadedMs: null }),
      unread: async () => 0,
      mark: async () => undefined,
      markAll: async () => [],
      remove: async () => undefined,
      restore: async () => true,
    },
    tasks: { byTag: async () => ok({ groups: [], nextCursor: null }) },
    administration: { ask: async () => err(notFound()) },
    shares: {
      list: async () => ok({ state: "no-server" }),
      create: async () => err(notFound()),
      revoke: async () => ok(null),
    },
    accessTokens: {
      list: async () => ok({ state: "old-server" }),
      create: async () => err(notFound()),
      revoke: async () => ok(null),
    },
    webhooks: {
      list: async () => ok({ state: "old-server" }),
      create: async () => err(notFound()),
      remove: async () => ok(null),
      secret: async () => err(notFound()),
      deliveries: async () => ok([]),
      update: async () => err(notFound()),
      test: async () => err(notFound()),
      sendAgain: async () => err(notFound()),
    },
    pairing: {
      begin: async () => err(notFound()),
      state: async () => ok({ state: "gone" }),
      cancel: async () => ok(null),
    },
    profile: async () => ({
      user: "users/local",
      version: "0.0.0",
      serverUrl: null,
      title: null,
      uploadBytes: 0,
      transcribes: false,
      hasOthers: false,
      dataFolder: null,
      lacks: [],
    }),
    listMemos: async (input) =>
      ok({
        memos: [...memos.values()]
          .filter((memo) => memo.content.includes(input.search))
          .reverse()
          .slice(0, input.pageSize),
        nextCursor: null,
        terms: [],
        parents: [],
      }),
    countMemos: async () => ok({ count: memos.size, isMore: false }),
    personFacts: async () => ok({ count: 0, isMore: false, sinceMs: null }),
    searches: { list: async () => [], keep: async () => {}, remove: async () => {} },
    getMemo: async (id) => find(id),
    async createMemo({
      content,
      visibility = "PRIVATE",
      space = null,
      pinned = false,
      parent = null,
    }) {
      const id = `memo-${++lastId}`;
      return put({
        id,
        number: lastId,
        creator: "users/local",
        author: null,
        parent,
        content,
        state: "NORMAL",
        visibility,
        pinned,
        space,
        deletedMs: null,
        location: null,
        createdMs: lastId,
        updatedMs: lastId,
        tags: [],
        property: {
          hasLink: false,
          hasTaskList: false,
          hasCode: false,
          hasIncompleteTasks: false,
          openTasks: 0,
          title: "",
        },
        snippet: content,
        isSynced: true,
        unsent: null,
        isMerged: false,
        edit: null,
        spaceTitle: null,
        reactions: [],
        attachments: [],
      });
    },
    async updateMemo(id, patch) {
      const memo = find(id);
      if (!memo.ok) return memo;
      return put({ ...memo.value, ...JSON.parse(JSON.stringify(patch)) });
    },
    toggleTask: async (id) => find(id),
    retagMemos: async () => ok([]),
    undoRetag: async () => ok([]),
    setReaction: async (id) => find(id),
    setLink: async (id) => find(id),
    trashMemos: async (ids) => setDeleted(ids, 1),
    restoreMemos: async (ids) => setDeleted(ids, null),
    seeMerge: async () => {},
    takeReading: async (id) => find(id),
    emptyTrash: async () => ok(0),
    async purgeMemos(ids) {
      for (const id of ids) memos.delete(id);
      return ok(null);
    },
    listComments: async () => ok([]),
    listLinks: async () => ok({ to: [], from: [] }),
    listRevisions: async () => ok([]),
    restoreRevision: async (id) => find(id),
    tags: async () => [],
    counts: async () => ({
      normal: memos.size,
      archived: 0,
      trashed: 0,
      pinned: 0,
      openTasks: 0,
      openTaskMemos: 0,
    }),
    days: async ({ fromMs, toMs, offsetMs }) => {
      const written = [...memos.values()].filter(
        ({ createdMs }) => createdMs >= fromMs && createdMs < toMs,
      );
      const days = Map.groupBy(written, ({ createdMs }) =>
        Math.floor((createdMs + offsetMs) / 86_400_000),
      );
      return [...days].map(([day, memosOfDay]) => ({ day, count: memosOfDay.length }));
    },
    async openText(id) {
      const memo = find(id);
      return memo.ok ? ok({ gen: 1, state: "", content: memo.value.content }) : memo;
    },
    pushText: async () => ok(null),
    moveCaret: async () => {},
    async *watchText({ id }) {
      const memo = find(id);
      if (memo.ok) yield { gen: 1, state: btoa(memo.value.content) };
    },
    getDraft: async (key) => drafts.get(key) ?? "",
    async setDraft(key, content) {
      drafts.set(key, content);
      return "";
    },
    async *watchChanges(signal) {
      const waiting: Change[] = [{ memos: null, sync: true }];
      let notify: () => void = () => undefined;
      const wake = (change: Change) => {
        waiting.push(change);
        notify();
      };
      const onAbort = () => notify();
      watchers.add(wake);
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        while (signal?.aborted !== true) {
          const next = waiting.shift();
          if (next !== undefined) yield next;
          else await new Promise<void>((resolve) => (notify = resolve));
        }
      } finally {
        watchers.delete(wake);
        signal?.removeEventListener("abort", onAbort);
      }
    },
    attachments: {
      ofDraft: async () => [],
      setDraft: async () => {},
      set: async (memo) => find(memo),
      rename: async () => err(notFound()),
      remove: async () => err(notFound()),
      transcribe: async () => err(notFound()),
      fetch: async () => err(notFound()),
      setKept: async () => {},
    },
    tagRuns: {
      tree: async () => [],
      preview: async () => err(notFound()),
      start: async () => err(notFound()),
      status: async () => ({ run: null, late: [] }),
      stop: async () => {},
      resume: async () => {},
      undo: async () => {},
      dismiss: async () => {},
    },
    transfer: noTransfer.app,
    backups: noBackups.app,
    storage: {
      files: async () => storage,
      setLimit: async () => storage,
      free: async () => storage,
    },
    syncStatus: async () => localStatus,
    syncTools: {
      rejected: async () => [],
      waiting: async () => [],
      copyRejected: () => Promise.resolve(err(notFound())),
      discardRejected: () => Promise.resolve(err(notFound())),
      retryRejected: () => Promise.resolve(err(notFound())),
      log: async () => [],
      diagnostics: () => Promise.reject(new Error("nothing to report")),
      keyKept: async () => null,
      devices: async () => ok([]),
      revokeDevice: async () => ok(null),
      deviceName: async () => ({ name: "Desk", usual: "desk" }),
      renameDevice: async (name) => ({ name, usual: "desk" }),
      onRevoked: async () => "keep",
      copiesUntilMs: async () => null,
      setOnRevoked: async () => {},
      verified: async () => null,
      verify: () => Promise.resolve(err(notFound())),
      repair: () => Promise.resolve(err(notFound())),
      showsCarets: async () => true,
      setShowsCarets: async () => {},
      following: async () => ({ spaces: [], isPublic: false, isPublicComing: false }),
      setFollowPublic: async () => {},
    },
    own: {
      listViews: async () => [],
      createView: async () => err(notFound()),
      updateView: async () => err(notFound()),
      moveView: async () => err(notFound()),
      removeView: async () => err(notFound()),
      general: async () => ({
        locale: "",
        memoVisibility: "",
        theme: "",
        saveMediaMetadata: false,
      }),
      setGeneral: async () => err(notFound()),
      tags: async () => ({ tags: {} }),
      setTags: async () => err(notFound()),
    },
    connect: async () => ok(localStatus),
    connectByCode: async () => ok(localStatus),
    signIn: async () => ok(localStatus),
    connectHere: async () => ok(localStatus),
    disconnect: async () => ok(localStatus),
    signOut: async () => ok(localStatus),
    undoDisconnect: async () => ok(localStatus),
    lastServer: async () => null,
    syncNow: async () => localStatus,
    setPaused: async () => localStatus,
  };
}
