import { boundedArray, memoName, parseName } from "@tidemark/core";
import {
  motionFamilies,
  motionRoles,
  type AttachmentRecord,
  type MediaMetadata,
  type MotionMedia,
} from "@tidemark/core/model";
import { shownFilename } from "@tidemark/core/attachment";
import { z } from "zod";
import {
  enumInput,
  formatTimestamp,
  intInput,
  numberInput,
  timestampOutput,
} from "../shared/wire-values.ts";
import { writeOne, writeRows } from "../../http/answers/writable-rows.ts";

const motionJson = z.object({
  family: z.enum(motionFamilies),
  role: z.enum(motionRoles),
  groupId: z.string(),
  presentationTimestampUs: z.string(),
  hasEmbeddedVideo: z.boolean(),
});

const metadataJson = metadataOf(z.number(), z.int());

/**
 * Returns the schema of a file's metadata. `number` and `int` are parameters because requests accept more
 * forms of a number than responses contain.
 */
function metadataOf<N extends z.ZodType<number>, I extends z.ZodType<number>>(number: N, int: I) {
  return z.object({
    width: int.optional(),
    height: int.optional(),
    photo: z
      .object({
        captureTime: z
          .object({ localDateTime: z.string(), utcOffset: z.string().optional() })
          .optional(),
        location: z
          .object({ latitude: number, longitude: number, altitudeMeters: number.optional() })
          .optional(),
        sourceExifOrientation: int.optional(),
        cameraMake: z.string().optional(),
        cameraModel: z.string().optional(),
        lensModel: z.string().optional(),
        fNumber: number.optional(),
        exposureTimeSeconds: number.optional(),
        focalLengthMm: number.optional(),
        iso: number.optional(),
      })
      .optional(),
    video: z.object({ durationSeconds: number }).optional(),
  });
}

export const attachmentJson = z
  .object({
    name: z.string(),
    createTime: timestampOutput,
    filename: z.string(),
    content: z.string().meta({ description: "Always empty; the bytes are at /file/attachments" }),
    externalLink: z.string(),
    type: z.string(),
    size: z.string(),
    memo: z.string().optional(),
    motionMedia: motionJson.optional(),
    mediaMetadata: metadataJson.optional(),
  })
  .meta({ id: "Attachment" });
export type AttachmentJson = z.infer<typeof attachmentJson>;

/** Converts the attachments of a list, without those that can't be encoded. */
export function attachmentsToJson(attachments: readonly AttachmentRecord[]): AttachmentJson[] {
  return writeRows("attachment", attachments, (attachment) =>
    attachmentJson.encode(attachmentToJson(attachment)),
  );
}

/** Converts a single requested attachment; throws if it can't be encoded. */
export function oneAttachmentToJson(attachment: AttachmentRecord): AttachmentJson {
  return writeOne("attachment", attachment.id, () =>
    attachmentJson.encode(attachmentToJson(attachment)),
  );
}

/** Converts an attachment to the current form. */
export function attachmentToJson(attachment: AttachmentRecord): AttachmentJson {
  const { motion, metadata } = attachment;
  return {
    name: attachmentName(attachment.id),
    createTime: formatTimestamp(attachment.createdMs),
    filename: shownFilename(attachment.filename),
    content: "",
    externalLink: attachment.externalLink,
    type: attachment.type,
    size: String(attachment.sizeBytes),
    ...(attachment.memo !== null && { memo: memoName(attachment.memo) }),
    ...(motion !== null && { motionMedia: motionToJson(motion) }),
    ...(metadata !== null && { mediaMetadata: metadata }),
  };
}

function motionToJson(motion: MotionMedia): z.infer<typeof motionJson> {
  const { family, role, groupId, presentationTimestampUs, hasEmbeddedVideo } = motion;
  return { family, role, groupId, presentationTimestampUs, hasEmbeddedVideo };
}

export function attachmentName(id: string): string {
  return `attachments/${id}`;
}

/**
 * Motion photo metadata in a request. `hasEmbeddedVideo` is always false here: the server detects an
 * embedded video in the file.
 */
export const motionInput = z
  .object({
    family: enumInput(motionFamilies).nullish(),
    role: enumInput(motionRoles).nullish(),
    groupId: z.string().max(256).default(""),
    presentationTimestampUs: z
      .union(
        [z.string().regex(/^\d{1,18}$/), z.int().min(0).transform(String)],
        "must be a whole number, 0 or more",
      )
      .default("0"),
  })
  .transform(({ family, role, ...motion }): MotionMedia => ({
    ...motion,
    family: family ?? "MOTION_MEDIA_FAMILY_UNSPECIFIED",
    role: role ?? "MOTION_MEDIA_ROLE_UNSPECIFIED",
    hasEmbeddedVideo: false,
  }));

export const metadataInput = metadataOf(numberInput, intInput).transform(
  (metadata): MediaMetadata => withoutUndefined(metadata),
);

/** Maximum number of references; higher than a memo's own limit, so that the error names that limit. */
const maxFileRefs = 10_000;

/**
 * Parses `[{name}]` to ids, or to the older form's integer ids as digits. Names are `attachments/<id>` or
 * `resources/<integer>`; other keys of the objects are ignored.
 */
export const fileRefsInput = boundedArray(
  z.object({ name: z.string() }).transform(({ name }, context) => {
    const id = parseName("attachments", name) ?? parseName("resources", name);
    if (id !== null) return id;
    context.addIssue({
      code: "custom",
      message: "must be attachments/<id> or resources/<integer>",
      path: ["name"],
    });
    return z.NEVER;
  }),
  maxFileRefs,
);

function withoutUndefined(value: z.infer<typeof metadataJson>): MediaMetadata {
  // Zod omits absent keys, but its types allow undefined.
  return value as MediaMetadata;
}
