import { z } from "zod";
import { boundedArray, isObject } from "../../json/index.ts";
import { memoFieldsSchema } from "../../merge/memo-fields.ts";
import {
  fieldStampsSchema,
  memoElementSchema,
  stampSchema,
  wireTextSchema,
} from "../../merge/memo-op.ts";
import { onlyKnown, unknownIn } from "../../merge/unknown-fields.ts";
import { opCodes } from "../../merge/op-code.ts";
import { userReferenceSchema } from "../../names/reference-schema.ts";
import { wireChoicesSchema } from "./merge-choices.ts";
import { scopeSchema } from "../../model/scope-schema.ts";

/** Versions of the sync protocol that this code supports. */
export const protocolRange = { min: 1, max: 1 } as const;

/** Maximum number of operations in one push, and of rows in one page of a pull. */
export const pushLimit = 500;

export const pullLimit = 500;

/**
 * Approximate maximum size of a page of a pull or a snapshot, and of the answer to a push, in bytes. Caps the
 * requested size.
 */
export const maxAnswerBytes = 2 * 1024 * 1024;

/** Maximum number of cursors; more scopes than any user has. */
const maxCursors = 10_000;

function areFew(cursors: unknown): boolean {
  return !isObject(cursors) || Object.keys(cursors).length <= maxCursors;
}

const scopeText = z.string().min(1).max(100);
const scope = scopeSchema(scopeText);

const epoch = z.string().min(1).max(64);

const streamId = z.string().min(8).max(64);

const seq = z.int().min(0);

/**
 * Stamp of the visibility choice that a stricter one last overrode, for the device that made it (S4a). Sent
 * only to the memo's owner. Absent from peers that don't support it.
 */
const visibilityLost = stampSchema.optional();

/**
 * Choices of the memo's last merge in which both sides replaced the same tokens (T3b). Sent only to the memo's
 * owner. Absent from peers that don't support it.
 */
const choices = wireChoicesSchema.optional();

/**
 * Rollback proof that the server signed with an answer, for the device to send back (R17a). Absent from peers
 * that don't support it.
 */
const seen = z.string().max(200).optional();

/** Further proofs that a device hasn't sent back yet; absent if there is only one. */
const alsoSeen = boundedArray(z.string().max(200), 16).optional();

/** Titles of the user's spaces, by resource name; absent from older servers. */
const spaces = z
  .array(z.object({ name: z.string().max(100), title: z.string().max(1000) }))
  .optional();

/** Memo as the server stores it: the row, its stamps and its text. */
const wireMemoShape = {
  id: z.string(),
  creator: userReferenceSchema(),
  parent: z.string().nullable(),
  fields: z.looseObject(memoFieldsSchema.shape),
  stamps: fieldStampsSchema,
  text: wireTextSchema,
  elements: z.array(memoElementSchema).default([]),
  seq,
  extra: z.record(z.string(), z.unknown()).default({}),
};

export const wireMemoSchema = z
  .looseObject(wireMemoShape)
  .transform(({ fields, extra, ...memo }) => ({
    ...onlyKnown(memo, wireMemoShape),
    fields: onlyKnown(fields, memoFieldsSchema.shape),
    extra: {
      ...extra,
      ...unknownIn(memo, wireMemoShape),
      ...unknownIn(fields, memoFieldsSchema.shape),
    },
  }));

export type WireMemo = z.infer<typeof wireMemoSchema>;

export const helloSchema = z.object({
  epoch,
  serverTimeMs: z.int(),
  protocol: z.object({ min: z.int(), max: z.int() }),
  schemaVersion: z.int(),
  /** Cursors below this need a resync. */
  feedFloorSeq: seq,
  /** Scopes that the user may follow. */
  scopes: z.array(scope),
  spaces,
  /** Kinds of operations that the server accepts; absent from servers that only support memos. */
  kinds: z.array(z.string().max(64)).optional(),
  user: z.object({ name: userReferenceSchema(), role: z.enum(["ADMIN", "USER"]) }),
  /** Name of the user's notebook; absent if nobody gave it one, and from older servers. */
  title: z.string().max(1000).optional(),
  /** Id of the request's session; absent for access tokens and from older servers. */
  session: z.string().max(64).optional(),
  limits: z.object({
    contentBytes: z.int(),
    pushOps: z.int(),
    /** Maximum file size in bytes; absent from older servers. */
    uploadBytes: z.int().min(0).optional(),
  }),
  /** True if the server transcribes recordings; absent from older servers, which don't support it. */
  transcribes: z.boolean().optional(),
  /** True if the server has other users; absent from older servers. */
  hasOthers: z.boolean().optional(),
});

export type Hello = z.infer<typeof helloSchema>;

/**
 * Operation as it arrives. Each is parsed with `syncOpSchema` when it is applied, so an invalid one is
 * refused alone and doesn't block the others.
 */
const pushedOpSchema = z.looseObject({
  kind: z.string().min(1).max(64),
  entity: z.string().min(1).max(300),
});

export const pushRequestSchema = z.object({
  epoch,
  seen,
  alsoSeen,
  streamId,
  /** The device's clock when it sent this, epoch ms. */
  clientNowMs: z.int(),
  ops: boundedArray(z.object({ n: z.int().min(1), op: pushedOpSchema }), pushLimit),
});

export type PushRequest = z.infer<typeof pushRequestSchema>;

export const pushResponseSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("results"),
    epoch,
    streamId,
    results: z.array(
      z.object({
        n: z.int(),
        code: z.enum(opCodes),
        /** Details of a refusal, where the code isn't enough; absent if the answer is repeated. */
        reason: z.string().optional(),
        entity: z.string(),
        /** The server's row after the operation; `null` if the user can't see one. */
        row: z.record(z.string(), z.unknown()).nullable(),
        seq,
        /** True if the text was merged with an edit that the device hadn't seen. */
        merged: z.boolean(),
        /** True if another replica had chosen another visibility; the more restrictive one applies (S4). */
        visibilityClash: z.boolean().optional(),
        /** Name of the device whose edit the text was merged with; absent if unknown. */
        mergedWith: z.string().optional(),
        visibilityLost,
        choices,
      }),
    ),
    serverTimeMs: z.int(),
    seen,
  }),
  /** Contains the epoch of the request and the current one (R3). */
  z.object({ type: z.literal("epoch-mismatch"), answers: epoch, epoch }),
  /** The stream has a gap: the server expects `expected` next. */
  z.object({ type: z.literal("gap"), epoch, streamId, expected: z.int() }),
  /** Another device pushed under this stream: a copied profile (R7). */
  z.object({ type: z.literal("stream-forked"), epoch, streamId }),
]);

export type PushResponse = z.infer<typeof pushResponseSchema>;

export const pullRequestSchema = z.object({
  epoch,
  seen,
  alsoSeen,
  // Count before validating: an invalid cursor is more expensive to reject than to count.
  cursors: z.custom<Record<string, number>>(areFew, "are too many").pipe(z.record(scopeText, seq)),
  /** Stream of the device that has these cursors, for the server to record its progress. */
  streamId: streamId.optional(),
  /** Approximate maximum size of the answer in bytes. */
  maxBytes: z.int().min(1).max(16_777_216),
});

export type PullRequest = z.infer<typeof pullRequestSchema>;

export const wireChangeSchema = z.object({
  scope,
  seq,
  kind: z.string(),
  entity: z.string(),
  op: z.enum(["up", "evict", "del"]),
  /** Present with `up`. Rows of an unknown kind are stored unchanged until an upgrade can read them (R9). */
  row: z.unknown().optional(),
  visibilityLost,
  choices,
});

export type WireChange = z.infer<typeof wireChangeSchema>;

export const pullResponseSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("page"),
    epoch,
    /** Cursors that this page starts at; the device ignores a page that doesn't match its cursors (R5). */
    from: z.record(scopeText, seq),
    next: z.record(scopeText, seq),
    changes: z.array(wireChangeSchema),
    more: z.boolean(),
    /** Scopes that the user may follow now, as in hello; absent from older servers. */
    scopes: z.array(scope).optional(),
    spaces,
    serverTimeMs: z.int(),
    seen,
  }),
  z.object({ type: z.literal("epoch-mismatch"), answers: epoch, epoch }),
  z.object({ type: z.literal("resync"), epoch, feedFloorSeq: seq }),
]);

export type PullResponse = z.infer<typeof pullResponseSchema>;

/** Request for everything in a scope, page by page, for a first sync or a resync. */
export const snapshotRequestSchema = z.object({
  epoch,
  seen,
  alsoSeen,
  scope,
  /** `next` of the previous page; `null` for the first. */
  after: seq.nullable(),
  /** True to start with the user's newest memos, whatever changed last. */
  recentFirst: z.boolean(),
  maxBytes: z.int().min(1).max(16_777_216),
});

export type SnapshotRequest = z.infer<typeof snapshotRequestSchema>;

export const snapshotResponseSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("page"),
    epoch,
    scope,
    /** Position in the request; the device ignores a page that it didn't request. */
    after: seq.nullable(),
    /** Rows of the page, all `up`. */
    changes: z.array(wireChangeSchema),
    /** `null` on the last page. */
    next: seq.nullable(),
    /** Newest seq when this page was read. Pulls continue after that of the first page. */
    uptoSeq: seq,
    serverTimeMs: z.int(),
    seen,
  }),
  z.object({ type: z.literal("epoch-mismatch"), answers: epoch, epoch }),
  /** The user may not follow this scope. */
  z.object({ type: z.literal("denied"), epoch, scope }),
]);

export type SnapshotResponse = z.infer<typeof snapshotResponseSchema>;
