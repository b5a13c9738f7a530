import { err, invalidField, ok, type AppError, type MaskFields, type Result } from "@tidemark/core";
import type { MemoChanges, MemoLocation } from "@tidemark/core/memo";
import { z } from "zod";
import { attachmentRefsInput } from "./attachment-json.ts";
import { relationsInput } from "./relation-json.ts";
import { enumInput, timestampInput } from "./wire-values.ts";

const locationInput = z
  .object({
    placeholder: z.string().max(1024).nullish(),
    latitude: z.number().nullish(),
    longitude: z.number().nullish(),
  })
  .refine(
    ({ latitude, longitude }) => ((latitude ?? null) === null) === ((longitude ?? null) === null),
    {
      message: "needs both latitude and longitude, or neither",
    },
  )
  .transform(({ placeholder, latitude, longitude }): MemoLocation => ({
    placeholder: placeholder ?? "",
    latitude: latitude ?? 0,
    longitude: longitude ?? 0,
  }));

const fields = {
  content: z.string().nullish(),
  state: enumInput(["STATE_UNSPECIFIED", "NORMAL", "ARCHIVED"]).nullish(),
  visibility: enumInput([
    "VISIBILITY_UNSPECIFIED",
    "PRIVATE",
    "PROTECTED",
    "PUBLIC",
    "SPACE",
  ]).nullish(),
  pinned: z.boolean().nullish(),
  location: locationInput.nullish(),
  space: z.string().nullish(),
  createTime: timestampInput.nullish(),
  updateTime: timestampInput.nullish(),
  attachments: attachmentRefsInput.nullish(),
  relations: relationsInput.nullish(),
};

/** A memo in the body of a creation; unknown keys are ignored. */
export const memoCreateInput = z.object(fields);
/** A memo in the body of an update; unknown keys are kept, so that the mask can refuse them. */
export const memoPatchInput = z.looseObject(fields);

type MemoInput = z.infer<typeof memoCreateInput>;
type MemoField = keyof typeof fields;

export const memoMaskFields: MaskFields<MemoField> = {
  writable: [
    "content",
    "state",
    "visibility",
    "pinned",
    "location",
    "space",
    "createTime",
    "updateTime",
    "attachments",
    "relations",
  ],
  outputOnly: [
    "name",
    "creator",
    "tags",
    "property",
    "snippet",
    "reactions",
    "parent",
    "deleteTime",
    "id",
    "uid",
    "rowStatus",
    "displayTime",
    "resources",
  ],
};

/** null: left as it is, because the input does not say. */
type Read = Result<MemoChanges | null, AppError>;

/** What each field of the body means for the stored memo. */
const readers: { readonly [F in MemoField]: (input: MemoInput) => Read } = {
  content: ({ content }) => given(content, (value) => ({ content: value })),
  state: ({ state }) =>
    given(state === "STATE_UNSPECIFIED" ? null : state, (value) => ({ state: value })),
  visibility: ({ visibility }) =>
    given(visibility === "VISIBILITY_UNSPECIFIED" ? null : visibility, (value) => ({
      visibility: value,
    })),
  pinned: ({ pinned }) => given(pinned, (value) => ({ pinned: value })),
  createTime: ({ createTime }) => given(createTime, (value) => ({ createdMs: value })),
  updateTime: ({ updateTime }) => given(updateTime, (value) => ({ updatedMs: value })),
  location: ({ location }) => ok({ location: location ?? null }),
  space: ({ space }) => ok({ space: space || null }),
  attachments: ({ attachments }) => ok({ attachments: attachments ?? [] }),
  relations: ({ relations }) => ok({ relations: relations ?? [] }),
};

/**
 * The changes that `paths` of the input ask for. With `isMasked` a path that the body lacks clears
 * what can be cleared and is INVALID_ARGUMENT for anything else; without it such a path is skipped.
 */
export function memoChanges(
  input: MemoInput,
  paths: readonly MemoField[],
  isMasked: boolean,
): Result<MemoChanges, AppError> {
  let changes: MemoChanges = {};
  for (const path of paths) {
    const read = readers[path](input);
    if (!read.ok) return read;
    if (read.value === null && isMasked) {
      return err(invalidField(path, "is in the mask and has no value"));
    }
    changes = { ...changes, ...read.value };
  }
  return ok(changes);
}

/** The fields of a memo to be created. */
export function newMemoFields(input: MemoInput): Result<MemoChanges, AppError> {
  const present = memoMaskFields.writable.filter((field) => (input[field] ?? null) !== null);
  return memoChanges(input, present, false);
}

function given<V>(value: V | null | undefined, change: (value: V) => MemoChanges): Read {
  return ok(value === null || value === undefined ? null : change(value));
}
