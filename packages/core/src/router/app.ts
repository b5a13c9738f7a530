import { z } from "zod";
import { caretMoveSchema } from "../carets/index.ts";
import { maxAttachmentsPerMemo } from "../access/attachment-limits.ts";
import { boundedArray } from "../json/bounded.ts";
import { memoLocationSchema } from "../merge/memo-fields.ts";
import { memoStates, visibilities } from "../model/memo.ts";
import { maxTypedCodeLength } from "../names/pairing-code.ts";
import { generalSettingFields, tagStyleSchema } from "../setting/user-settings.ts";
import { bulkUpdate } from "./lists/app-bulk.ts";
import { t, unwrap } from "./app-trpc.ts";
import { administrationRouter } from "./administration.ts";
import { backupsRouter } from "./backups.ts";
import { credentialRouters } from "./credentials.ts";
import { inboxRouter } from "./inbox.ts";
import { libraryListSchema } from "./lists/app-library.ts";
import { listViews, searchScopes } from "./lists/search-port.ts";
import { maxDeviceName } from "./sync/sync-device.ts";
import { tagsRouter } from "./tags.ts";
import { transferRouter } from "./transfer.ts";

/**
 * The UI's router: the same over a message port in Electron and over HTTP in a browser. It validates and
 * delegates; all rules are in the services behind `App`.
 */
/** Number of an editing session: the client id of its document. */
const textSession = z.int().min(0);
const memoId = z.string().min(1).max(64);
const ids = boundedArray(memoId, 1000).min(1);
const spaceRef = z.string().min(1).max(64);
const attachmentIds = boundedArray(memoId, maxAttachmentsPerMemo).readonly();
/** Length in UTF-16 units; the service limits the number of characters. */
const reactionType = z.string().min(1).max(256);
/** Maximum number of memos in a retag; one transaction parses and writes them all. */
const maxRetagged = 500;
const manyIds = boundedArray(memoId, maxRetagged).min(1).readonly();
/** Length in UTF-16 units, including a `#`; the grammar defines valid tags. */
const tagNames = boundedArray(z.string().min(1).max(256), 50).readonly();
/** More edits than a text of the default length limit can need. */
const maxTagEdits = 1_000_000;
const tagEdit = z.object({ at: z.int().min(0), removed: z.string(), inserted: z.string() });
const tagUndo = z.object({
  id: memoId,
  /** Text after the steps. */
  seenIn: z.string(),
  steps: boundedArray(
    z.object({
      tag: z.string(),
      isAdded: z.boolean(),
      edits: boundedArray(tagEdit, maxTagEdits).readonly(),
    }),
    100,
  ).readonly(),
});
const draftKey = z.string().max(100);
const draftTurn = z.object({ page: z.string().min(1).max(64), number: z.int().min(1) });
const rejectedInput = z.object({ n: z.int() });
const searchText = z.string().max(8192);
const listView = z.enum(listViews);

/** Maximum span in ms, a little over a year; the offset covers all time zones. */
const maxSpanMs = 400 * 86_400_000;
const epochMs = z.int().min(-8.64e15).max(8.64e15);
const daySpan = z
  .object({ fromMs: epochMs, toMs: epochMs, offsetMs: z.int().min(-86_400_000).max(86_400_000) })
  .refine(({ fromMs, toMs }) => toMs - fromMs <= maxSpanMs);

const viewFields = z.object({
  title: z.string(),
  /** CEL; blank shows everything. */
  filter: z.string().max(8192),
  icon: z.union([z.object({ emoji: z.string() }), z.object({ lucide: z.string() })]).nullable(),
});

/** Longer than any account's username. */
const username = z.string().min(1).max(100);

const listed = z.object({
  view: listView.default("timeline"),
  scope: z.enum(searchScopes).default("view"),
  /** Text of the search box: words, or raw CEL after `=`. */
  search: searchText.default(""),
  /** Tag to filter by; `work/*` includes subtags. */
  tag: z.string().nullable().default(null),
  /** Saved view of the user to filter by. */
  saved: memoId.nullable().default(null),
  /** Username of the author to filter by. */
  author: username.nullable().default(null),
  /** True to include memos that others share with everyone, as saved views can. */
  withOthers: z.boolean().default(false),
});

export const appRouter = t.router({
  profile: t.router({
    get: t.procedure.query(({ ctx }) => ctx.app.profile()),
  }),
  memos: t.router({
    /**
     * Lists memos, newest first. Pinned memos are separate: `pinned` null lists both, true or false one of
     * them.
     */
    list: t.procedure
      .input(
        listed.extend({
          pinned: z.boolean().nullable().default(null),
          pageSize: z.int().min(1).max(200).default(50),
          cursor: z.string().nullish(),
        }),
      )
      .query(async ({ ctx, input }) => unwrap(await ctx.app.listMemos(input))),
    /** Counts the memos of `list`, up to a bound. */
    count: t.procedure
      .input(listed)
      .query(async ({ ctx, input }) => unwrap(await ctx.app.countMemos(input))),
    /** Counts the memos that a person shares with everyone, up to a bound, and returns since when. */
    ofPerson: t.procedure
      .input(z.object({ username }))
      .query(async ({ ctx, input }) => unwrap(await ctx.app.personFacts(input.username))),
    get: t.procedure
      .input(z.object({ id: memoId }))
      .query(async ({ ctx, input }) => unwrap(await ctx.app.getMemo(input.id))),
    create: t.procedure
      .input(
        z.object({
          id: memoId.optional(),
          content: z.string(),
          visibility: z.enum(visibilities).optional(),
          space: spaceRef.optional(),
          pinned: z.boolean().optional(),
          parent: memoId.optional(),
          attachments: attachmentIds.optional(),
        }),
      )
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.createMemo(input))),
    update: t.procedure
      .input(
        z.object({
          id: memoId,
          patch: z.object({
            content: z.string().optional(),
            pinned: z.boolean().optional(),
            state: z.enum(memoStates).optional(),
            visibility: z.enum(visibilities).optional(),
            space: spaceRef.nullable().optional(),
            createdMs: z.int().optional(),
            location: memoLocationSchema.nullable().optional(),
          }),
        }),
      )
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.updateMemo(input.id, input.patch))),
    /** Toggles the n-th task box of the text, counted as the viewer counts them. */
    toggleTask: t.procedure
      .input(
        z.object({
          id: memoId,
          index: z.int().min(0),
          checked: z.boolean(),
          seenIn: z.string().optional(),
        }),
      )
      .mutation(async ({ ctx, input: { id, ...task } }) =>
        unwrap(await ctx.app.toggleTask(id, task)),
      ),
    /** Adds tags and removes others; returns the steps for each memo, for `undoRetag`. */
    retag: t.procedure
      .input(z.object({ ids: manyIds, add: tagNames, remove: tagNames }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.retagMemos(input))),
    undoRetag: t.procedure
      .input(z.object({ memos: boundedArray(tagUndo, maxRetagged).min(1).readonly() }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.undoRetag(input.memos))),
    react: t.procedure
      .input(z.object({ id: memoId, type: reactionType, isOn: z.boolean() }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await ctx.app.setReaction(input.id, input.type, input.isOn)),
      ),
    trash: t.procedure
      .input(z.object({ ids }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.trashMemos(input.ids))),
    restore: t.procedure
      .input(z.object({ ids }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.restoreMemos(input.ids))),
    seeMerge: t.procedure
      .input(z.object({ id: memoId }))
      .mutation(({ ctx, input }) => ctx.app.seeMerge(input.id)),
    takeReading: t.procedure
      .input(z.object({ id: memoId, place: z.int().min(0) }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.takeReading(input.id, input.place))),
    /** Deletes memos for good; only those in the trash. */
    purge: t.procedure
      .input(z.object({ ids }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.purgeMemos(input.ids))),
    emptyTrash: t.procedure.mutation(async ({ ctx }) => unwrap(await ctx.app.emptyTrash())),
    comments: t.procedure
      .input(z.object({ id: memoId }))
      .query(async ({ ctx, input }) => unwrap(await ctx.app.listComments(input.id))),
    links: t.procedure
      .input(z.object({ id: memoId }))
      .query(async ({ ctx, input }) => unwrap(await ctx.app.listLinks(input.id))),
    /** Adds or removes a reference to another memo. */
    link: t.procedure
      .input(z.object({ id: memoId, to: memoId, isOn: z.boolean() }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await ctx.app.setLink(input.id, input.to, input.isOn)),
      ),
    tags: t.procedure.query(({ ctx }) => ctx.app.tags()),
    counts: t.procedure.query(({ ctx }) => ctx.app.counts()),
    days: t.procedure.input(daySpan).query(({ ctx, input }) => ctx.app.days(input)),
    revisions: t.procedure
      .input(z.object({ id: memoId }))
      .query(async ({ ctx, input }) => unwrap(await ctx.app.listRevisions(input.id))),
    /** Restores an earlier text of the memo; the current one becomes a revision. */
    restoreRevision: t.procedure
      .input(z.object({ id: memoId, revision: memoId }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await ctx.app.restoreRevision(input.id, input.revision)),
      ),
  }),
  bulk: t.router({
    update: t.procedure
      .input(bulkUpdate)
      .mutation(({ ctx, input }) => ctx.app.bulk.update(input.memos)),
  }),
  tasks: t.router({
    /** Returns open tasks, grouped by the tag that each belongs to. */
    byTag: t.procedure
      .input(
        z.object({
          search: z.string().max(8192).default(""),
          pageSize: z.int().min(1).max(200).default(50),
          cursor: z.string().max(10_000).nullish(),
        }),
      )
      .query(async ({ ctx, input }) => unwrap(await ctx.app.tasks.byTag(input))),
  }),
  tags: tagsRouter,
  inbox: inboxRouter,
  transfer: transferRouter,
  backups: backupsRouter,
  /** Live text of one memo, for the editor. States and updates are Yjs updates in base64. */
  text: t.router({
    open: t.procedure
      .input(z.object({ id: memoId }))
      .query(async ({ ctx, input }) => unwrap(await ctx.app.openText(input.id))),
    push: t.procedure
      .input(
        z.object({
          id: memoId,
          gen: z.int().min(1),
          update: z.base64(),
          session: textSession.optional(),
        }),
      )
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.pushText(input))),
    /**
     * Yields what the subscriber lacks of the document whenever another session changes it. Optionally yields
     * the other editors too. Both share one stream, because a browser allows six for all of its windows.
     */
    watch: t.procedure
      .input(
        z.object({
          id: memoId,
          session: textSession.optional(),
          since: z.object({ gen: z.int().min(1), vector: z.base64() }).optional(),
          carets: z.boolean().optional(),
        }),
      )
      .subscription(({ ctx, input, signal }) => ctx.app.watchText(input, signal)),
    /** Sends this editor's caret to the memo's other editors. */
    moveCaret: t.procedure
      .input(caretMoveSchema)
      .mutation(({ ctx, input }) => ctx.app.moveCaret(input)),
  }),
  drafts: t.router({
    get: t.procedure
      .input(z.object({ key: draftKey }))
      .query(({ ctx, input }) => ctx.app.getDraft(input.key)),
    set: t.procedure
      .input(
        z.object({
          key: draftKey,
          content: z.string(),
          turn: draftTurn.optional(),
          reading: z.string().min(1).max(64).optional(),
        }),
      )
      .mutation(({ ctx, input }) => ctx.app.setDraft(input.key, input.content, input)),
  }),
  attachments: t.router({
    ofDraft: t.procedure
      .input(z.object({ key: draftKey }))
      .query(({ ctx, input }) => ctx.app.attachments.ofDraft(input.key)),
    setDraft: t.procedure
      .input(z.object({ key: draftKey, ids: attachmentIds }))
      .mutation(({ ctx, input }) => ctx.app.attachments.setDraft(input.key, input.ids)),
    set: t.procedure
      .input(z.object({ memo: memoId, ids: attachmentIds }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await ctx.app.attachments.set(input.memo, input.ids)),
      ),
    rename: t.procedure
      .input(z.object({ id: memoId, filename: z.string().max(8000) }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await ctx.app.attachments.rename(input.id, input.filename)),
      ),
    /** Deletes attachments for good. */
    remove: t.procedure
      .input(z.object({ ids }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.attachments.remove(input.ids))),
    fetch: t.procedure
      .input(z.object({ id: memoId }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.attachments.fetch(input.id))),
    transcribe: t.procedure
      .input(z.object({ id: memoId }))
      .mutation(async ({ ctx, input, signal }) =>
        unwrap(await ctx.app.attachments.transcribe(input.id, signal)),
      ),
    /** Pins content to this device, or lets it be evicted when space is short. */
    setKept: t.procedure
      .input(z.object({ ids, isKept: z.boolean() }))
      .mutation(({ ctx, input }) => ctx.app.attachments.setKept(input.ids, input.isKept)),
  }),
  /** The user's files, across all memos. */
  library: t.router({
    list: t.procedure
      .input(libraryListSchema)
      .query(async ({ ctx, input }) => unwrap(await ctx.app.library.list(input))),
    sizes: t.procedure.query(({ ctx }) => ctx.app.library.sizes()),
    unused: t.procedure.query(({ ctx }) => ctx.app.library.unused()),
    /** Deletes files for good if they are still unused. */
    removeUnused: t.procedure
      .input(z.object({ ids }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.library.removeUnused(input.ids))),
  }),
  /** Quick search for memos. */
  finder: t.router({
    find: t.procedure
      .input(z.object({ words: z.string().max(200) }))
      .query(async ({ ctx, input }) => unwrap(await ctx.app.finder.find(input.words))),
    noteOpened: t.procedure
      .input(z.object({ id: memoId }))
      .mutation(({ ctx, input }) => ctx.app.finder.noteOpened(input.id)),
    random: t.procedure.query(({ ctx }) => ctx.app.finder.random()),
  }),
  /** Links that open a memo to anyone; all calls go to the server. */
  shares: t.router({
    list: t.procedure
      .input(z.object({ memo: memoId }))
      .query(async ({ ctx, input }) => unwrap(await ctx.app.shares.list(input.memo))),
    create: t.procedure
      .input(z.object({ memo: memoId, expiresMs: epochMs.nullable() }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await ctx.app.shares.create(input.memo, input.expiresMs)),
      ),
    revoke: t.procedure
      .input(z.object({ memo: memoId, token: z.string().min(1).max(100) }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await ctx.app.shares.revoke(input.memo, input.token)),
      ),
  }),
  administration: administrationRouter,
  ...credentialRouters,
  /** Local storage of the server's files. */
  storage: t.router({
    files: t.procedure.query(({ ctx }) => ctx.app.storage.files()),
    setLimit: t.procedure
      .input(z.object({ limitBytes: z.int().min(1_000_000).nullable() }))
      .mutation(({ ctx, input }) => ctx.app.storage.setLimit(input.limitBytes)),
    free: t.procedure.mutation(({ ctx }) => ctx.app.storage.free()),
  }),
  /** Recent searches on this device. */
  searches: t.router({
    list: t.procedure.query(({ ctx }) => ctx.app.searches.list()),
    keep: t.procedure
      .input(z.object({ search: searchText, instead: searchText.nullable().default(null) }))
      .mutation(({ ctx, input }) => ctx.app.searches.keep(input.search, input.instead)),
    remove: t.procedure
      .input(z.object({ search: searchText.nullable() }))
      .mutation(({ ctx, input }) => ctx.app.searches.remove(input.search)),
  }),
  /** Filters that the user has saved with a title. */
  views: t.router({
    list: t.procedure.query(({ ctx }) => ctx.app.own.listViews()),
    create: t.procedure
      .input(viewFields)
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.own.createView(input))),
    update: t.procedure
      .input(z.object({ id: memoId, changes: viewFields.partial() }))
      .mutation(async ({ ctx, input: { id, changes } }) => {
        const given = Object.entries(changes).filter(([, value]) => value !== undefined);
        return unwrap(await ctx.app.own.updateView(id, Object.fromEntries(given)));
      }),
    move: t.procedure
      .input(z.object({ id: memoId, before: memoId.nullable() }))
      .mutation(async ({ ctx, input }) =>
        unwrap(await ctx.app.own.moveView(input.id, input.before)),
      ),
    remove: t.procedure
      .input(z.object({ id: memoId }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.own.removeView(input.id))),
  }),
  settings: t.router({
    general: t.procedure.query(({ ctx }) => ctx.app.own.general()),
    setGeneral: t.procedure.input(generalSettingFields).mutation(async ({ ctx, input }) => {
      const given = Object.entries(input).filter(([, value]) => value !== undefined);
      return unwrap(await ctx.app.own.setGeneral(Object.fromEntries(given)));
    }),
    tags: t.procedure.query(({ ctx }) => ctx.app.own.tags()),
    setTags: t.procedure
      .input(z.record(z.string().min(1).max(200), tagStyleSchema.nullable()))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.own.setTags(input))),
  }),
  /** Yields what to reload. Yields once at the start too, so that a reconnect misses nothing. */
  changes: t.procedure.subscription(({ ctx, signal }) => ctx.app.watchChanges(signal)),
  sync: t.router({
    status: t.procedure.query(({ ctx }) => ctx.app.syncStatus()),
    connect: t.procedure
      .input(
        z.object({
          url: z.url({ protocol: /^https?$/ }),
          username: z.string().min(1).max(36),
          password: z.string().min(1),
        }),
      )
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.connect(input))),
    /** Connects with a code from another device instead of username and password. */
    connectByCode: t.procedure
      .input(
        z.object({
          url: z.url({ protocol: /^https?$/ }),
          code: z.string().min(1).max(maxTypedCodeLength),
        }),
      )
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.connectByCode(input))),
    /** Signs in with the password after the session has ended. */
    signIn: t.procedure
      .input(z.object({ password: z.string().min(1) }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.signIn(input.password))),
    /** Connects to the server that the page is from, where the page has signed in. */
    connectHere: t.procedure.mutation(async ({ ctx }) => unwrap(await ctx.app.connectHere())),
    /** Stops syncing; all data stays on this device. */
    disconnect: t.procedure.mutation(async ({ ctx }) => unwrap(await ctx.app.disconnect())),
    /** Ends the session at once, and deletes everything here if asked to. */
    signOut: t.procedure
      .input(z.object({ wipes: z.boolean() }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.signOut(input))),
    /** Reconnects to the server of the last `disconnect`, within two minutes. */
    undoDisconnect: t.procedure.mutation(async ({ ctx }) => unwrap(await ctx.app.undoDisconnect())),
    /** Returns the defaults for connecting again. */
    lastServer: t.procedure.query(({ ctx }) => ctx.app.lastServer()),
    now: t.procedure.mutation(async ({ ctx }) => ctx.app.syncNow()),
    setPaused: t.procedure
      .input(z.object({ paused: z.boolean() }))
      .mutation(async ({ ctx, input }) => ctx.app.setPaused(input.paused)),
    /** Returns operations that the server hasn't answered yet, oldest first, the first hundred. */
    waiting: t.procedure.query(({ ctx }) => ctx.app.syncTools.waiting()),
    /** Returns operations that the server refused: operation, time, reason and text. Newest first. */
    rejected: t.procedure.query(({ ctx }) => ctx.app.syncTools.rejected()),
    copyToNew: t.procedure
      .input(rejectedInput)
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.syncTools.copyRejected(input.n))),
    discard: t.procedure
      .input(rejectedInput)
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.syncTools.discardRejected(input.n))),
    retry: t.procedure
      .input(rejectedInput)
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.syncTools.retryRejected(input.n))),
    /** Returns the last 500 entries, newest first. */
    log: t.procedure.query(({ ctx }) => ctx.app.syncTools.log()),
    /** Returns a report without memo content. */
    diagnostics: t.procedure.query(({ ctx }) => ctx.app.syncTools.diagnostics()),
    keyKept: t.procedure.query(({ ctx }) => ctx.app.syncTools.keyKept()),
    devices: t.procedure.query(async ({ ctx }) => unwrap(await ctx.app.syncTools.devices())),
    revokeDevice: t.procedure
      .input(z.object({ id: z.string().min(1).max(64) }))
      .mutation(async ({ ctx, input }) => unwrap(await ctx.app.syncTools.revokeDevice(input.id))),
    deviceName: t.procedure.query(({ ctx }) => ctx.app.syncTools.deviceName()),
    renameDevice: t.procedure
      .input(z.object({ name: z.string().trim().max(maxDeviceName) }))
      .mutation(({ ctx, input }) => ctx.app.syncTools.renameDevice(input.name)),
    /** Returns the scopes stored on this device besides the user's own memos. */
    following: t.procedure.query(({ ctx }) => ctx.app.syncTools.following()),
    setFollowPublic: t.procedure
      .input(z.object({ isOn: z.boolean() }))
      .mutation(({ ctx, input }) => ctx.app.syncTools.setFollowPublic(input.isOn)),
    /** Returns the action for local data when this device is signed out from another device. */
    onRevoked: t.procedure.query(({ ctx }) => ctx.app.syncTools.onRevoked()),
    copiesUntilMs: t.procedure.query(({ ctx }) => ctx.app.syncTools.copiesUntilMs()),
    setOnRevoked: t.procedure
      .input(z.object({ action: z.enum(["keep", "wipe"]) }))
      .mutation(({ ctx, input }) => ctx.app.syncTools.setOnRevoked(input.action)),
    verified: t.procedure.query(({ ctx }) => ctx.app.syncTools.verified()),
    /** Compares local data with the server's. */
    verify: t.procedure.mutation(async ({ ctx }) => unwrap(await ctx.app.syncTools.verify())),
    repair: t.procedure.mutation(async ({ ctx }) => unwrap(await ctx.app.syncTools.repair())),
    showsCarets: t.procedure.query(({ ctx }) => ctx.app.syncTools.showsCarets()),
    setShowsCarets: t.procedure
      .input(z.object({ isOn: z.boolean() }))
      .mutation(({ ctx, input }) => ctx.app.syncTools.setShowsCarets(input.isOn)),
  }),
});
export type AppRouter = typeof appRouter;
