import {
  type AppError,
  collectPage,
  type DeviceDatabase,
  err,
  notFound,
  ok,
  type Result,
} from "@tidemark/core";
import { findReadable, readAccess } from "@tidemark/core/access";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import { entityOf } from "@tidemark/core/commit";
import type { MemoDeps, MemoService } from "@tidemark/core/memo";
import { findView } from "@tidemark/core/view";
import type {
  AbortSignalLike,
  App,
  AppBackups,
  AppInbox,
  AppStorage,
  AppTagRuns,
  AppTransfer,
  LinkedMemo,
  MemoView,
  OpenText,
  Profile,
  SyncStatus,
  TextChange,
  TextOthers,
  TextWatch,
} from "@tidemark/core/router";
import {
  isFollowingPublic,
  spaceTitles,
  accountKey,
  serverContentBytes,
} from "@tidemark/core/sync/device";
import { documentState, toBase64 } from "@tidemark/core/text";
import type { ChangeHub } from "../changes/change-hub.ts";
import type { Connection } from "../connection/connection.ts";
import type { HostAttachments } from "../files/host-attachments.ts";
import { lastServer } from "../sync/left-server.ts";
import { hostDrafts } from "./host-drafts.ts";
import { createLiveCarets } from "./live-carets.ts";
import { createLiveTexts } from "./live-texts.ts";
import { createMemoFinder } from "./memo-finder.ts";
import { createMemoHistory } from "./memo-history.ts";
import { listLinks, setLink } from "./memo-links.ts";
import { type MemoQuery, type MemoQueryInput, memoQueryOf } from "./memo-query.ts";
import { lastEdits, memoView } from "./memo-view.ts";
import { closeMerge, takeReading, unseenMerges } from "./merge-note.ts";
import { createOwnThings } from "./own-things.ts";
import { createRecentSearches } from "./recent-searches.ts";
import { setReaction } from "./set-reaction.ts";
import { createSyncTools, type SyncToolsDeps } from "./sync-tools.ts";
import { tasksByTag } from "./tasks-by-tag.ts";
import { tickTask } from "./tick-task.ts";
import { together } from "../changes/together.ts";

export interface HostAppDeps {
  readonly database: DeviceDatabase;
  readonly memos: MemoService;
  readonly attachments: HostAttachments;
  readonly storage: AppStorage;
  readonly tagRuns: AppTagRuns;
  readonly transfer: AppTransfer;
  readonly backups: AppBackups;
  readonly inbox: AppInbox;
  readonly blobs: SyncToolsDeps["blobs"];
  /** Returns the size limit for new attachments in bytes. */
  readonly uploadBytes: () => number;
  readonly memoDeps: SyncToolsDeps["memoDeps"] & Pick<MemoDeps, "newId">;
  readonly connection: Connection;
  readonly changes: ChangeHub;
  readonly version: string;
  readonly lacks: Profile["lacks"];
  readonly dataFolder: Profile["dataFolder"];
  readonly caller: () => Promise<Caller>;
  readonly nowMs: () => number;
  readonly copiesUntilMs: SyncToolsDeps["copiesUntilMs"];
}

/** Maximum count of search results; a higher one tells users nothing more. */
const maxCounted = 1000;

const oldestFirst = [{ field: "create_time", direction: "asc" }] as const;

/** Returns the app router's `App` over the local replica. The profile's owner is the only caller. */
export function createHostApp(deps: HostAppDeps): App {
  const { database, memos, connection, changes, caller } = deps;
  const { session } = connection;
  const history = createMemoHistory({
    database,
    memos,
    serverRevisions: (memo) => connection.server.revisions(memo),
  });

  async function views(records: readonly MemoRecord[]): Promise<MemoView[]> {
    const ids = records.map((record) => record.id);
    const marks = await database.read(async (stores) => {
      const { memos: stored, outbox, meta, memoNotes } = stores;
      const merged = await unseenMerges(memoNotes, records);
      const user = (await meta.get(accountKey)) ?? "users/local";
      const titles = await spaceTitles({ meta });
      const elements = await stored.elements(ids);
      const edits = await lastEdits(stores, records, elements);
      const { waiting, refused } = await outbox.marksAmong(ids);
      const contentBytes = refused.size === 0 ? null : await serverContentBytes({ meta });
      return { waiting, refused, contentBytes, merged, user, titles, elements, edits };
    });
    const attachments = await deps.attachments.ofMemos(ids);
    return records.map((record) => memoView(record, { ...marks, attachments }));
  }

  /** Returns the parent memos of the comments among some memos. */
  async function parentsOf(records: readonly MemoRecord[]): Promise<LinkedMemo[]> {
    const ids = records.flatMap(({ parent }) => parent ?? []);
    if (ids.length === 0) return [];
    const heads = await database.read(({ memos: stored }) => stored.heads(ids));
    return heads.map(({ id, snippet, tags }) => ({ id, snippet, tags }));
  }

  async function viewed(
    outcome: Promise<Result<MemoRecord, AppError>>,
  ): Promise<Result<MemoView, AppError>> {
    const result = await outcome;
    if (!result.ok) return result;
    const [view] = await views([result.value]);
    return view === undefined ? err(notFound()) : ok(view);
  }

  async function queryOf(input: MemoQueryInput, who: Caller): Promise<Result<MemoQuery, AppError>> {
    const { saved } = input;
    const followsPublic = await database.read(isFollowingPublic);
    const asked = { nowMs: deps.nowMs(), user: who.name, followsPublic };
    if (!saved) return memoQueryOf(input, asked);
    const view = await database.read((stores) => findView(stores, who, saved));
    return view === null
      ? err(notFound())
      : memoQueryOf(input, { ...asked, savedFilter: view.filter });
  }

  async function getMemo(id: string): Promise<Result<MemoView, AppError>> {
    return viewed(memos.get(await caller(), id, { showDeleted: true }));
  }

  /** Runs a step for each memo; stops at the first failure. */
  async function each<T>(
    ids: readonly string[],
    step: (who: Caller, id: string) => Promise<Result<T, AppError>>,
  ): Promise<Result<null, AppError>> {
    const who = await caller();
    for (const id of ids) {
      const result = await step(who, id);
      if (!result.ok) return result;
    }
    return ok(null);
  }

  async function openText(id: string): Promise<Result<OpenText, AppError>> {
    const who = await caller();
    const found = await memos.get(who, id, { showDeleted: true });
    if (!found.ok) return found;
    const { row, text } = await database.read((stores) => entityOf(stores, found.value));
    const state = documentState({ memo: id, content: row.content, text });
    return ok({ gen: text.gen, state: toBase64(state), content: row.content });
  }

  /**
   * Returns the document of a memo. Reads the memo's row and derives the document from its text only if no
   * document is stored.
   */
  async function liveDocument(id: string): Promise<{ gen: number; state: Uint8Array } | null> {
    const access = readAccess(await caller());
    return database.read(async ({ memos: stored }) => {
      const heads = { find: async (each: string) => (await stored.heads([each]))[0] ?? null };
      if ((await findReadable(heads, access, id, true)) === null) return null;
      const { gen, state } = (await stored.texts([id])).get(id) ?? { gen: 0, state: null };
      if (state !== null) return { gen, state };
      const record = await stored.find(id);
      if (record === null) return null;
      const { row, text } = await entityOf({ memos: stored }, record);
      return { gen: text.gen, state: documentState({ memo: id, content: row.content, text }) };
    });
  }

  const texts = createLiveTexts({
    changes,
    read: liveDocument,
    edit: async (edit) => memos.editText(await caller(), edit),
  });

  const carets = createLiveCarets(connection.carets);

  function watchText(
    watch: TextWatch,
    signal: AbortSignalLike | undefined,
  ): AsyncGenerator<TextChange | TextOthers> {
    const { id, session } = watch;
    if (watch.carets !== true || session === undefined) return texts.watch(watch, signal);
    async function* others(ending: AbortSignalLike): AsyncGenerator<TextOthers> {
      for await (const each of carets.watch({ id, session: session ?? 0 }, ending)) {
        yield { others: each };
      }
    }
    return together<TextChange | TextOthers>(
      [(ending) => texts.watch(watch, ending), others],
      signal,
    );
  }

  async function syncStatus(): Promise<SyncStatus> {
    const counts = await database.read(async ({ outbox, blobUploads }) => ({
      // Operations blocked until the server is upgraded aren't on the server either.
      waiting:
        (await outbox.countPending()) +
        (await outbox.blocked()).length +
        (await blobUploads.count()),
      rejected: (await outbox.rejected(1000)).length,
    }));
    return { ...session.status, ...counts, serverUrl: session.serverUrl };
  }

  return {
    async profile() {
      const { name } = await caller();
      const { transcribes, hasOthers, administers, title } = connection.settings;
      const { serverUrl } = session;
      const uploadBytes = deps.uploadBytes();
      const { version, dataFolder } = deps;
      const lacks = administers ? deps.lacks : [...deps.lacks, "administration" as const];
      return {
        user: name,
        version,
        serverUrl,
        title,
        uploadBytes,
        transcribes,
        hasOthers,
        lacks,
        dataFolder,
      };
    },
    async listMemos(input) {
      const who = await caller();
      const query = await queryOf(input, who);
      if (!query.ok) return query;
      const page = await memos.list(who, query.value.list);
      if (!page.ok) return page;
      const nextCursor = page.value.nextPageToken === "" ? null : page.value.nextPageToken;
      const { terms } = query.value;
      const shown = page.value.memos;
      return ok({
        memos: await views(shown),
        nextCursor,
        terms,
        parents: await parentsOf(shown),
        isOwn: query.value.list.among === "own",
      });
    },
    async countMemos(input) {
      const who = await caller();
      const query = await queryOf(input, who);
      if (!query.ok) return query;
      const found = await memos.count(who, query.value.list, maxCounted + 1);
      if (!found.ok) return found;
      return ok({ count: Math.min(found.value, maxCounted), isMore: found.value > maxCounted });
    },
    async personFacts(username) {
      const who = await caller();
      const asked = { view: "explore", search: "", tag: null, author: username } as const;
      const query = await queryOf(asked, who);
      if (!query.ok) return query;
      const found = await memos.count(who, query.value.list, maxCounted + 1);
      if (!found.ok) return found;
      const first = await memos.list(who, { ...query.value.list, order: oldestFirst, pageSize: 1 });
      if (!first.ok) return first;
      return ok({
        count: Math.min(found.value, maxCounted),
        isMore: found.value > maxCounted,
        sinceMs: first.value.memos[0]?.createdMs ?? null,
      });
    },
    getMemo,
    async createMemo({ id, content, visibility, space, pinned, parent, attachments }) {
      return viewed(
        memos.create(await caller(), {
          content,
          ...(id === undefined ? {} : { id }),
          ...(visibility === undefined ? {} : { visibility }),
          ...(space === undefined ? {} : { space }),
          ...(pinned === undefined ? {} : { pinned }),
          ...(parent === undefined ? {} : { parent }),
          ...(attachments === undefined ? {} : { attachments }),
        }),
      );
    },
    async updateMemo(id, patch) {
      const given = Object.entries(patch).filter(([, value]) => value !== undefined);
      return viewed(memos.update(await caller(), id, Object.fromEntries(given)));
    },
    toggleTask: async (id, task) => viewed(tickTask(memos, await caller(), id, task)),
    async retagMemos(changes) {
      const done = await memos.retag(await caller(), changes);
      if (!done.ok) return done;
      const shown = await views(done.value.map(({ memo }) => memo));
      return ok(shown.map((memo, at) => ({ memo, steps: done.value[at]?.steps ?? [] })));
    },
    async undoRetag(undone) {
      const done = await memos.undoRetag(await caller(), undone);
      return done.ok ? ok(await views(done.value)) : done;
    },
    async setReaction(id, type, isOn) {
      const done = await setReaction(memos, await caller(), { id, type, isOn });
      return done.ok ? getMemo(id) : done;
    },
    trashMemos: (ids) => each(ids, (who, id) => memos.trash(who, id)),
    async seeMerge(id) {
      await database.write(({ memoNotes }) => closeMerge(memoNotes, id));
      changes.memos([id]);
    },
    takeReading: async (id, place) =>
      viewed(takeReading({ database, memos }, await caller(), { id, place })),
    restoreMemos: (ids) => each(ids, (who, id) => memos.restore(who, id)),
    purgeMemos: (ids) => each(ids, (who, id) => memos.purge(who, id)),
    emptyTrash: async () => memos.emptyTrash(await caller()),
    async listComments(id) {
      const page = { order: oldestFirst, pageSize: 1000, pageToken: "" };
      const listed = await memos.openComments(await caller(), id, page);
      if (!listed.ok) return listed;
      // The panel has no paging.
      const comments = await collectPage(listed.value, () => 0);
      return ok(await views(comments.items));
    },
    listLinks: async (id) => listLinks(memos, await caller(), id),
    setLink: async (id, to, isOn) => viewed(setLink(memos, await caller(), { id, to, isOn })),
    listRevisions: async (id) => history.list(await caller(), id),
    async restoreRevision(id, revision) {
      return viewed(history.restore(await caller(), id, revision));
    },
    async tags() {
      const user = (await caller()).name;
      return database.read((stores) => stores.memos.tagCounts({ user, spaces: [] }, true));
    },
    async counts() {
      const user = (await caller()).name;
      return database.read((stores) => stores.memos.counts(user));
    },
    async days(span) {
      const user = (await caller()).name;
      return database.read((stores) => stores.memos.dayCounts(user, span));
    },
    openText,
    pushText: (edit) => texts.push(edit),
    watchText,
    moveCaret: async (move) => carets.move(move),
    ...hostDrafts(database),
    attachments: deps.attachments.app(getMemo),
    bulk: { update: async (placings) => memos.updateMany(await caller(), placings) },
    library: deps.attachments.library,
    finder: createMemoFinder({ database, memos, caller, random: Math.random }),
    inbox: deps.inbox,
    administration: connection.administration,
    shares: connection.server.shares,
    accessTokens: connection.server.accessTokens,
    webhooks: connection.server.webhooks,
    pairing: connection.server.pairing,
    storage: deps.storage,
    tasks: {
      byTag: (input) => tasksByTag({ database, memos, caller, nowMs: deps.nowMs, views }, input),
    },
    tagRuns: deps.tagRuns,
    transfer: deps.transfer,
    backups: deps.backups,
    watchChanges: (signal) => changes.watchAsPage(signal),
    syncStatus,
    async connect(server) {
      const connected = await connection.pairing.connect(server);
      changes.memos(null);
      return connected.ok ? ok(await syncStatus()) : connected;
    },
    async connectByCode(server) {
      const connected = await connection.pairing.connectByCode(server);
      changes.memos(null);
      return connected.ok ? ok(await syncStatus()) : connected;
    },
    async signIn(password) {
      const signed = await connection.pairing.signIn(password);
      return signed.ok ? ok(await syncStatus()) : signed;
    },
    async connectHere() {
      const connected = await connection.pairing.connectHere();
      changes.memos(null);
      return connected.ok ? ok(await syncStatus()) : connected;
    },
    async disconnect() {
      const left = await connection.pairing.disconnect();
      changes.memos(null);
      return left.ok ? ok(await syncStatus()) : left;
    },
    async signOut({ wipes }) {
      const left = await connection.pairing.signOut(wipes);
      changes.memos(null);
      return left.ok ? ok(await syncStatus()) : left;
    },
    async undoDisconnect() {
      const returned = await connection.pairing.undoDisconnect();
      if (!returned.ok) return returned;
      changes.memos(null);
      return ok(await syncStatus());
    },
    lastServer: () => database.read(({ meta }) => lastServer(meta)),
    async syncNow() {
      await session.syncNow();
      return syncStatus();
    },
    async setPaused(paused) {
      await session.setPaused(paused);
      return syncStatus();
    },
    searches: createRecentSearches(database),
    own: createOwnThings({ ...deps.memoDeps, database, caller }),
    syncTools: createSyncTools({
      ...deps,
      async view(id) {
        const found = await getMemo(id);
        return found.ok ? found.value : null;
      },
    }),
  };
}
