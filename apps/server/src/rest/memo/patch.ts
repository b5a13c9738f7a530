import {
  err,
  hasMask,
  invalidField,
  ok,
  resolveFieldMask,
  type AppError,
  type MaskFields,
  type Result,
} from "@tidemark/core";
import type { CurrentMemo, MemoChanges, PatchResolver } from "@tidemark/core/memo";
import type { MemoInput } from "./input.ts";
import { servedMs } from "../shared/wire-values.ts";

const fields = [
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
] as const;
type Field = (typeof fields)[number];

/** The older form's names of some fields; clients of both forms send them. */
const olderNames = {
  state: "rowStatus",
  createTime: "displayTime",
  attachments: "resources",
} as const satisfies Partial<Record<Field, keyof MemoInput>>;
type OlderName = (typeof olderNames)[keyof typeof olderNames];

const memoMaskFields: MaskFields<Field | OlderName> = {
  writable: [...fields, ...Object.values(olderNames)],
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
  ],
};

type Outcome = ReturnType<PatchResolver>;
/** Context in which a field of an update is read. */
interface Named {
  readonly input: MemoInput;
  readonly names: ReadonlySet<string>;
  /** True if the request has a mask. */
  readonly isMasked: boolean;
  readonly current: CurrentMemo;
}

/** Readers of the fields of an update. A reader that returns no changes leaves its field unchanged. */
const readers: { readonly [F in Field]: (named: Named) => Outcome } = {
  content: async ({ input, isMasked, current }) => {
    if (isGiven(input.content)) return ok({ content: input.content });
    // In proto3 JSON an absent field means the empty value, but omitting `content` must not clear it.
    if (!isMasked || current.memo.content === "") return ok({});
    return err(invalidField("content", "is in the mask but has no value"));
  },
  state: async (named) => {
    const state = theOneThatDiffers(named, "state", named.current.memo.state);
    return ok(state === null ? {} : { state });
  },
  visibility: async ({ input: { visibility } }) => ok(isGiven(visibility) ? { visibility } : {}),
  pinned: async ({ input: { pinned }, isMasked }) => {
    if (isGiven(pinned)) return ok({ pinned });
    return ok(isMasked ? { pinned: false } : {});
  },
  location: async ({ input: { location } }) => ok({ location: location ?? null }),
  space: async ({ input: { space } }) => ok({ space: space || null }),
  createTime: async (named) => {
    const createdMs = theOneThatDiffers(
      named,
      "createTime",
      servedMs(named.current.memo.createdMs),
    );
    return ok(createdMs === null ? {} : { createdMs });
  },
  updateTime: async ({ input: { updateTime }, isMasked, current }) => {
    const isSaid = isGiven(updateTime) && updateTime !== servedMs(current.memo.updatedMs);
    if (isSaid) return ok({ updatedMs: updateTime });
    return ok(isMasked ? { isTouched: true } : {});
  },
  attachments: async (named) => {
    const { input, isMasked, current } = named;
    if (!isGiven(input.attachments) && !isGiven(input.resources)) {
      return ok(isMasked ? { attachments: [] } : {});
    }
    const served = [...(await current.attachments())];
    const attachments = theOneThatDiffers(named, "attachments", served);
    return ok(attachments === null ? {} : { attachments });
  },
  relations: async ({ input: { relations }, isMasked }) => {
    if (isGiven(relations)) return ok({ relations });
    return ok(isMasked ? { relations: [] } : {});
  },
};

/**
 * Reads an update from body and mask (docs/api-decisions.md §2, §10). If both a field and its older name
 * are sent, the value that differs from the served one wins. A time that equals the served one is ignored.
 * Returns INVALID_ARGUMENT if the update names no writable field.
 */
export function readMemoPatch(
  input: MemoInput & Readonly<Record<string, unknown>>,
  mask: string | undefined,
): Result<PatchResolver, AppError> {
  const isMasked = hasMask(mask);
  const paths = resolveFieldMask(memoMaskFields, mask, input);
  if (!paths.ok) return paths;
  if (paths.value.length === 0) return err(invalidField("body", "names nothing that can be set"));
  const names = new Set<string>(paths.value);
  const named = fields.filter((field) => names.has(field) || names.has(olderNameOf(field) ?? ""));
  return ok(async (current) => {
    let changes: MemoChanges = {};
    for (const field of named) {
      const read = await readers[field]({ input, names, isMasked, current });
      if (!read.ok) return read;
      changes = { ...changes, ...read.value };
    }
    return ok(changes);
  });
}

/** Returns the value of a field or its older name that differs from the served one, or null. */
function theOneThatDiffers<F extends keyof typeof olderNames>(
  { input, names }: Named,
  field: F,
  served: NonNullable<MemoInput[F]>,
): NonNullable<MemoInput[F]> | null {
  const both = [field, olderNames[field]].map((name) => ({
    isNamed: names.has(name),
    value: input[name] as MemoInput[F],
  }));
  const given = both.filter(({ value }) => isGiven(value));
  // If the mask has one name and the body only the other, both mean the same field.
  const meant = given.some(({ isNamed }) => isNamed)
    ? given.filter(({ isNamed }) => isNamed)
    : given;
  const differing = meant.find(({ value }) => JSON.stringify(value) !== JSON.stringify(served));
  return differing?.value ?? null;
}

function olderNameOf(field: Field): OlderName | null {
  return field in olderNames ? olderNames[field as keyof typeof olderNames] : null;
}

function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== null && value !== undefined;
}
