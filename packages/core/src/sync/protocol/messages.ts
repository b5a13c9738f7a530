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
import { scopeSchema } from "../../model/scope-schema.ts";

/** Versions of the sync protocol that this code speaks. */
export const protocolRange = { min: 1, max: 1 } as const;

/** Most operations in one push, and rows in one page of a pull. */
export const pushLimit = 500;

export const pullLimit = 500;

/** About how large a page of a pull or a snapshot gets, and the answer to a push, whatever is asked for. */
export const maxAnswerBytes = 2 * 1024 * 1024;

/** More scopes than anybody is in. */
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
 * Stamp of the choice of a memo's visibility that gave way last to a stricter one, for the device that
 * made it (S4). Sent to the memo's owner alone, and absent from peers that do not know it.
 */
const visibilityLost = stampSchema.optional();

/**
 * What the server signed about itself with an answer, for the device to bring back (R17). Absent from
 * peers that do not know it.
 */
const seen = z.string().max(200).optional();

/** Further proofs that a device has not brought back yet; absent where there is only one. */
const alsoSeen = boundedArray(z.string().max(200), 16).optional();

/** What the user's spaces are called, by resource name; absent from older servers. */
const spaces = z
  .array(z.object({ name: z.string().max(100), title: z.string().max(1000) }))
  .optional();

/** A memo as the server holds it: the row, its stamps and its text. */
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
  /** Kinds of operations that it takes; absent from servers that know memos alone. */
  kinds: z.array(z.string().max(64)).optional(),
  user: z.object({ name: userReferenceSchema(), role: z.enum(["ADMIN", "USER"]) }),
  limits: z.object({
    contentBytes: z.int(),
    pushOps: z.int(),
    /** Largest file; older servers do not say. */
    uploadBytes: z.int().min(0).optional(),
  }),
  /** Whether it has recordings written down; older servers do not say, and cannot be asked. */
  transcribes: z.boolean().optional(),
  /** Whether it has people beside the user; older servers do not say. */
  hasOthers: z.boolean().optional(),
});

export type Hello = z.infer<typeof helloSchema>;

/**
 * An operation as it arrives. It is read with `syncOpSchema` when its turn comes, so that one which
 * cannot be read is refused by itself and does not hold up the others.
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
        /** Of a refusal, where the code does not say all; absent when the answer is repeated. */
        reason: z.string().optional(),
        entity: z.string(),
        /** The server's row after the operation; null when the user has none to see. */
        row: z.record(z.string(), z.unknown()).nullable(),
        seq,
        /** The text merged with an edit that the device had not seen. */
        merged: z.boolean(),
        /** Another replica had chosen another visibility; the more restrictive one stands (S4). */
        visibilityClash: z.boolean().optional(),
        visibilityLost,
      }),
    ),
    serverTimeMs: z.int(),
    seen,
  }),
  /** Names the epoch that it answers and the one that is (R3). */
  z.object({ type: z.literal("epoch-mismatch"), answers: epoch, epoch }),
  /** The stream has a hole: the server waits for `expected`. */
  z.object({ type: z.literal("gap"), epoch, streamId, expected: z.int() }),
  /** Another device pushed under this stream: a copied profile (R7). */
  z.object({ type: z.literal("stream-forked"), epoch, streamId }),
]);

export type PushResponse = z.infer<typeof pushResponseSchema>;

export const pullRequestSchema = z.object({
  epoch,
  seen,
  alsoSeen,
  // How many there are is judged first: each that is wrong costs more than to count it.
  cursors: z.custom<Record<string, number>>(areFew, "are too many").pipe(z.record(scopeText, seq)),
  /** Says whose cursors these are, so that the server knows what a device has. */
  streamId: streamId.optional(),
  /** About how large the answer may be. */
  maxBytes: z.int().min(1).max(16_777_216),
});

export type PullRequest = z.infer<typeof pullRequestSchema>;

export const wireChangeSchema = z.object({
  scope,
  seq,
  kind: z.string(),
  entity: z.string(),
  op: z.enum(["up", "evict", "del"]),
  /** Present with `up`. Of an unknown kind: kept as it is until an upgrade knows it (R9). */
  row: z.unknown().optional(),
  visibilityLost,
});

export type WireChange = z.infer<typeof wireChangeSchema>;

export const pullResponseSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("page"),
    epoch,
    /** The cursors that this page starts at; a page that does not fit them is dropped (R5). */
    from: z.record(scopeText, seq),
    next: z.record(scopeText, seq),
    changes: z.array(wireChangeSchema),
    more: z.boolean(),
    /** Scopes that the user may follow now, as in hello; older servers do not say. */
    scopes: z.array(scope).optional(),
    spaces,
    serverTimeMs: z.int(),
    seen,
  }),
  z.object({ type: z.literal("epoch-mismatch"), answers: epoch, epoch }),
  z.object({ type: z.literal("resync"), epoch, feedFloorSeq: seq }),
]);

export type PullResponse = z.infer<typeof pullResponseSchema>;

/** Asks for everything in a scope, page by page: for a first sync and a resync. */
export const snapshotRequestSchema = z.object({
  epoch,
  seen,
  alsoSeen,
  scope,
  /** From the page before; null for the first. */
  after: seq.nullable(),
  /** Begins with the newest memos of a user's own, whatever changed last. */
  recentFirst: z.boolean(),
  maxBytes: z.int().min(1).max(16_777_216),
});

export type SnapshotRequest = z.infer<typeof snapshotRequestSchema>;

export const snapshotResponseSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("page"),
    epoch,
    scope,
    /** What was asked for; a page that is not the one asked for is dropped. */
    after: seq.nullable(),
    /** All of them `up`. */
    changes: z.array(wireChangeSchema),
    /** null on the last page. */
    next: seq.nullable(),
    /** The newest seq as this page was read. Pulls go on after that of the first page. */
    uptoSeq: seq,
    serverTimeMs: z.int(),
    seen,
  }),
  z.object({ type: z.literal("epoch-mismatch"), answers: epoch, epoch }),
  /** Not a scope that this user may follow. */
  z.object({ type: z.literal("denied"), epoch, scope }),
]);

export type SnapshotResponse = z.infer<typeof snapshotResponseSchema>;
