import type { MemoLocation } from "@tidemark/core/model";
import { z } from "zod";
import { fileRefsInput } from "../attachment/json.ts";
import { relationsInput } from "../relation/json.ts";
import {
  enumInput,
  numberInput,
  stateNumbers,
  timestampInput,
  visibilityNumbers,
} from "../shared/wire-values.ts";

const locationInput = z
  .object({
    placeholder: z.string().max(1024).nullish(),
    latitude: numberInput.nullish(),
    longitude: numberInput.nullish(),
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

/** The older form's names of `state`, `createTime` and `attachments`. */
const olderNames = {
  rowStatus: enumInput(["NORMAL", "ARCHIVED", "ACTIVE", "STATE_UNSPECIFIED"], stateNumbers)
    .transform((status) => (status === "ACTIVE" ? "NORMAL" : status))
    .nullish(),
  displayTime: timestampInput.nullish(),
  resources: fileRefsInput.nullish(),
};

const fields = {
  content: z.string().nullish(),
  state: enumInput(["STATE_UNSPECIFIED", "NORMAL", "ARCHIVED"], stateNumbers).nullish(),
  visibility: enumInput(
    ["VISIBILITY_UNSPECIFIED", "PRIVATE", "PROTECTED", "PUBLIC", "SPACE"],
    visibilityNumbers,
  ).nullish(),
  pinned: z.boolean().nullish(),
  location: locationInput.nullish(),
  space: z.string().nullish(),
  createTime: timestampInput.nullish(),
  updateTime: timestampInput.nullish(),
  attachments: fileRefsInput.nullish(),
  relations: relationsInput.nullish(),
  ...olderNames,
};

/** Memo in a create request; unknown keys are ignored. */
export const memoCreateInput = z.object(fields);
/** Memo in an update request; unknown keys are preserved, so that the mask check can reject them. */
export const memoPatchInput = z.looseObject(fields);

export type MemoInput = z.infer<typeof memoCreateInput>;
