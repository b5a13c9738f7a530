import { z } from "zod";
import { boundedArray } from "../json/index.ts";
import { normaliseText } from "../markdown/normalise-text.ts";
import { memoFieldNames, memoFieldsSchema, timeMsSchema } from "./memo-fields.ts";
import { onlyKnown, unknownIn } from "./unknown-fields.ts";
import { elementSets, type MemoFieldName } from "../model/memo.ts";
import { userReferenceSchema } from "../names/reference-schema.ts";
import type { Stamp } from "../model/stamp.ts";

/** 12 hex digits of milliseconds, 4 of counter, then the node id. */
export const stampSchema = z
  .string()
  .regex(/^[0-9a-f]{12}-[0-9a-f]{4}-[0-9a-z]{1,32}$/) as z.ZodType<string> as z.ZodType<
  Stamp,
  Stamp
>;

export const fieldStampsSchema = z.object({
  "*": stampSchema,
  ...(Object.fromEntries(memoFieldNames.map((name) => [name, stampSchema.optional()])) as {
    readonly [F in MemoFieldName]: z.ZodOptional<typeof stampSchema>;
  }),
});

/** Maximum size of an element's value as JSON in bytes, including fields of newer versions. */
export const maxElementBytes = 1024;

const elementValue = z.record(z.string().max(40), z.union([z.string().max(1000), z.number()]));
/** Value that a peer may assert. This version uses at most four names. */
const assertedElementValue = elementValue.refine((value) => Object.keys(value).length <= 16);

export const memoElementSchema = z.object({
  set: z.enum(elementSets),
  key: z.string().min(1).max(200),
  value: elementValue.nullable(),
  stamp: stampSchema,
});
const assertedElementSchema = memoElementSchema.extend({ value: assertedElementValue.nullable() });

/** Whole text of a memo, normalised as it is stored (M1). */
const contentSchema = z.string().transform(normaliseText);

/** Text of a memo on the wire: the content of the seed, or a full document with its content. */
export const wireTextSchema = z.object({
  gen: z.int().min(1),
  content: contentSchema,
  /** A Yjs update of the whole document, base64; absent while the document is its seed. */
  state: z.base64().optional(),
});

/** Part of a text, in UTF-16 units, and its replacement. */
const replacedRangeSchema = z.object({
  at: z.int().min(0),
  remove: z.int().min(0),
  insert: z.string(),
  /** The whole base text, if the server may no longer have it. */
  base: z.string().optional(),
});

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const entityId = z.string().min(1).max(64);

/**
 * Maximum number of ended documents sent. A document is renewed once a month, or when it is too large for its
 * text.
 */
export const maxOlderDocuments = 12;

const putShape = {
  kind: z.literal("memo.put"),
  entity: entityId,
  stamp: stampSchema,
  creator: userReferenceSchema(),
  parent: entityId.nullable(),
  fields: z.looseObject(memoFieldsSchema.shape),
  stamps: fieldStampsSchema,
  text: wireTextSchema.extend({
    /** Ended documents that this one replaced, newest first (R14b). */
    older: boundedArray(wireTextSchema, maxOlderDocuments).optional(),
  }),
  elements: boundedArray(assertedElementSchema, 10_000).default([]),
  extra: z.record(z.string(), z.unknown()).default({}),
};

/**
 * Operations on a memo. Devices send them to the server, and every write of a memo consists of them. Each is
 * idempotent and commutes with the others field by field (R6).
 */
export const memoOpSchema = z.discriminatedUnion("kind", [
  /** Asserts the sender's whole state of a memo: creates it or merges into it. */
  z.looseObject(putShape).transform(({ fields, extra, ...op }) => ({
    ...onlyKnown(op, putShape),
    fields: onlyKnown(fields, memoFieldsSchema.shape),
    extra: {
      ...extra,
      ...unknownIn(op, putShape),
      ...unknownIn(fields, memoFieldsSchema.shape),
    },
  })),
  z
    .object({
      kind: z.literal("memo.set"),
      entity: entityId,
      stamp: stampSchema,
      set: z.looseObject(memoFieldsSchema.partial().shape),
      /**
       * Stamp of the visibility that the sender saw. It distinguishes a concurrent change from a later one.
       */
      baseVisibility: stampSchema.optional(),
      /** Fields set by a newer peer that this version doesn't know. */
      extra: z.record(z.string(), z.unknown()).optional(),
    })
    .transform(({ set, ...op }) => {
      const unknown = { ...op.extra, ...unknownIn(set, memoFieldsSchema.shape) };
      const known = { ...op, set: onlyKnown(set, memoFieldsSchema.shape) };
      return Object.keys(unknown).length === 0 ? known : { ...known, extra: unknown };
    }),
  z.object({
    kind: z.literal("memo.text"),
    entity: entityId,
    stamp: stampSchema,
    gen: z.int().min(1),
    /** A Yjs update, base64. */
    update: z.base64(),
    /** SHA-256 of the sender's text before and after the edit, hex. It reveals a concurrent edit. */
    baseSha: sha256Schema,
    resultSha: sha256Schema,
    /**
     * The same edit as a replaced part of the sender's base text, so that the server knows the sender's text.
     * Absent from peers that don't support it.
     */
    edit: replacedRangeSchema.optional(),
    /** Used instead of the update if the edit was made on an older generation of the document. */
    whole: z.object({ base: contentSchema, content: contentSchema }).optional(),
    updatedMs: timeMsSchema,
  }),
  /** Adds, replaces or (value null) removes one element of a set of the memo. */
  z.object({
    kind: z.literal("memo.element"),
    entity: entityId,
    stamp: stampSchema,
    set: z.enum(elementSets),
    key: z.string().min(1).max(200),
    value: assertedElementValue.nullable(),
  }),
  z.object({
    kind: z.literal("memo.purge"),
    entity: entityId,
    stamp: stampSchema,
  }),
]);
export type MemoOp = z.infer<typeof memoOpSchema>;
export type WireText = z.infer<typeof wireTextSchema>;
