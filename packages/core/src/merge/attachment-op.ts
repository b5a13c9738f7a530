import { z } from "zod";
import { motionFamilies, motionRoles } from "../model/attachment.ts";
import { stampSchema } from "./memo-op.ts";
import { onlyKnown, unknownIn } from "./unknown-fields.ts";
import { userReferenceSchema } from "../names/reference-schema.ts";

const timeMs = z.int().min(-62_135_596_800_000).max(253_402_300_799_999);
const entityId = z.string().min(1).max(64);
const bytes = z.int().min(0);
/** A filename may have 1,024 bytes; version 0.2 accepts 255. */
const filename = z.string().min(1).max(1024);

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const motionSchema = z.object({
  family: z.enum(motionFamilies),
  role: z.enum(motionRoles),
  groupId: z.string().max(255),
  presentationTimestampUs: z.string().regex(/^-?\d{1,20}$/),
  hasEmbeddedVideo: z.boolean(),
  embeddedVideoStart: bytes.exactOptional(),
  embeddedVideoEnd: bytes.exactOptional(),
});

const finite = z.number();
const word = z.string().max(255);
const metadataSchema = z.object({
  width: bytes.exactOptional(),
  height: bytes.exactOptional(),
  photo: z
    .object({
      captureTime: z
        .object({ localDateTime: word, utcOffset: word.exactOptional() })
        .exactOptional(),
      location: z
        .object({ latitude: finite, longitude: finite, altitudeMeters: finite.exactOptional() })
        .exactOptional(),
      sourceExifOrientation: finite.exactOptional(),
      cameraMake: word.exactOptional(),
      cameraModel: word.exactOptional(),
      lensModel: word.exactOptional(),
      fNumber: finite.exactOptional(),
      exposureTimeSeconds: finite.exactOptional(),
      focalLengthMm: finite.exactOptional(),
      iso: finite.exactOptional(),
    })
    .exactOptional(),
  video: z.object({ durationSeconds: finite }).exactOptional(),
});

const fieldsShape = {
  creator: userReferenceSchema(z.string().min(1).max(100)),
  createdMs: timeMs,
  updatedMs: timeMs,
  filename,
  type: z.string().min(1).max(255),
  sizeBytes: bytes,
  /** null exactly if it is an external link. */
  sha256: sha256Schema.nullable(),
  externalLink: z.string().max(2048),
  memo: entityId.nullable(),
  position: z.int().min(0).max(1_000_000),
  motion: motionSchema.nullable(),
  metadata: metadataSchema.nullable(),
  stamps: z.object({ filename: stampSchema, link: stampSchema }),
  extra: z.record(z.string(), z.unknown()).default({}),
};

const wireShape = { id: entityId, ...fieldsShape, seq: z.int().min(0) };

/** Attachment as the server sends it. Unknown fields are stored under `extra` (R9). */
export const wireAttachmentSchema = z.looseObject(wireShape).transform(({ extra, ...row }) => ({
  ...onlyKnown(row, wireShape),
  extra: { ...extra, ...unknownIn(row, wireShape) },
}));
export type WireAttachment = z.infer<typeof wireAttachmentSchema>;

/** The API returns a whole number, so devices may assert nothing else. */
const assertedMetadata = metadataSchema.refine(({ photo }) =>
  Number.isSafeInteger(photo?.sourceExifOrientation ?? 0),
);

const putShape = {
  kind: z.literal("attachment.put"),
  entity: entityId,
  stamp: stampSchema,
  ...fieldsShape,
  metadata: assertedMetadata.nullable(),
};

/**
 * Operations on an attachment. It is asserted after its content is on the server. Its name and its link (memo
 * and position together) are separate registers; the newest stamp wins.
 */
export const attachmentOpSchema = z.discriminatedUnion("kind", [
  z.looseObject(putShape).transform(({ extra, ...op }) => ({
    ...onlyKnown(op, putShape),
    extra: { ...extra, ...unknownIn(op, putShape) },
  })),
  z.object({
    kind: z.literal("attachment.set"),
    entity: entityId,
    stamp: stampSchema,
    filename: filename.optional(),
    link: z.object({ memo: entityId.nullable(), position: fieldsShape.position }).optional(),
    /** Role of the file in a moving picture with other files of the memo. Merged with the link. */
    motion: motionSchema.nullable().optional(),
    updatedMs: timeMs,
  }),
  z.object({ kind: z.literal("attachment.remove"), entity: entityId, stamp: stampSchema }),
]);
export type AttachmentOp = z.infer<typeof attachmentOpSchema>;
