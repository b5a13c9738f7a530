import { type AppError, camelCase, err, invalidField, ok, type Result } from "@tidemark/core";
import { defaultAttachmentLimits } from "@tidemark/core/access";
import type { SettingPatch } from "@tidemark/core/setting";
import type { InstanceSettings } from "@tidemark/core/instance";
import { z } from "zod";

// Memos has other keys for some of our settings: negated, in other units, or nested in a profile. Responses
// contain both, and administrators may write either.

const profileFields = ["title", "description", "logoUrl"] as const;

/** General settings with memos' keys, readable by everyone; clients of memos request them. */
export const memosGeneralJson = z.object({
  disallowUserRegistration: z.boolean(),
  disallowPasswordAuth: z.boolean(),
  disallowChangeUsername: z.boolean(),
  disallowChangeNickname: z.boolean(),
  weekStartDayOffset: z.int(),
  customProfile: z.object({ title: z.string(), description: z.string(), logoUrl: z.string() }),
});

export const memosMemoJson = z.object({
  contentLengthLimit: z.int(),
  enableDoubleClickEdit: z.boolean(),
  reactions: z.array(z.string()),
});

/** Access to public memos in the terms of memos 0.31: only signed-in users, or everyone. */
const accessModes = ["INSTANCE_ACCESS_MODE_PRIVATE", "INSTANCE_ACCESS_MODE_PUBLIC"] as const;
export const accessModeJson = z.enum(accessModes, {
  error: `must be ${accessModes.join(" or ")}`,
});

export function accessMode(publicAccess: boolean): z.infer<typeof accessModeJson> {
  return publicAccess ? "INSTANCE_ACCESS_MODE_PUBLIC" : "INSTANCE_ACCESS_MODE_PRIVATE";
}

export const memosStorageJson = z.object({
  uploadSizeLimitMb: z.string().meta({ description: "In MiB, rounded down, but at least 1" }),
});

export function memosStorage(
  storage: InstanceSettings["STORAGE"],
): z.infer<typeof memosStorageJson> {
  // proto3 JSON writes 64-bit integers as strings.
  return { uploadSizeLimitMb: String(megabytes(storage.uploadSizeLimitBytes)) };
}

const megabyte = 1024 * 1024;

/** Rounds down to MiB, but at least to 1 unless `bytes` is 0: clients of memos read 0 as the default. */
function megabytes(bytes: number): number {
  return bytes === 0 ? 0 : Math.max(1, Math.floor(bytes / megabyte));
}

export function memosGeneral(
  general: InstanceSettings["GENERAL"],
): z.infer<typeof memosGeneralJson> {
  const { title, description, logoUrl, weekStartDayOffset } = general;
  return {
    disallowUserRegistration: !general.allowSignUp,
    disallowPasswordAuth: general.disablePasswordLogin,
    ...fixedGeneral,
    weekStartDayOffset,
    customProfile: { title, description, logoUrl },
  };
}

export function memosMemo(memo: InstanceSettings["MEMO"]): z.infer<typeof memosMemoJson> {
  const { contentLengthLimitBytes: contentLengthLimit, reactions } = memo;
  return { contentLengthLimit, ...fixedMemo, reactions: [...reactions] };
}

/** Keys of memos whose value is fixed in Tidemark. */
const fixedGeneral = { disallowChangeUsername: true, disallowChangeNickname: false };
const fixedMemo = { enableDoubleClickEdit: false };

/** Maps one of memos' keys to ours and converts its value. An absent value is read as the default. */
interface Twin {
  readonly own: string;
  /** Schema of the sent value; if absent, only our schema validates the converted value. */
  readonly schema?: z.ZodType;
  /** `beside`: values of our key that may be equal, the sent one before the current one. */
  readonly read: (value: unknown, beside: readonly unknown[]) => unknown;
}

interface KeySet {
  /** Name of the setting in a mask, and our name for it. */
  readonly field: string;
  readonly ownField: string;
  readonly twins: Readonly<Record<string, Twin>>;
  readonly fixed: Readonly<Record<string, boolean>>;
  readonly hasProfile: boolean;
  /** Set if only memos' keys are accepted; our keys belong to another setting. */
  readonly isTheirsAlone?: boolean;
}

const keySets: Readonly<Record<string, KeySet>> = {
  GENERAL: {
    field: "generalSetting",
    ownField: "generalSetting",
    twins: {
      disallowUserRegistration: {
        own: "allowSignUp",
        // Our schema rejects anything but a boolean.
        read: (value = false) => (typeof value === "boolean" ? !value : value),
      },
      disallowPasswordAuth: { own: "disablePasswordLogin", read: (value = false) => value },
    },
    fixed: fixedGeneral,
    hasProfile: true,
  },
  MEMO_RELATED: {
    field: "memoRelatedSetting",
    ownField: "memoSetting",
    twins: { contentLengthLimit: { own: "contentLengthLimitBytes", read: (value) => value } },
    fixed: fixedMemo,
    hasProfile: false,
  },
  STORAGE: {
    field: "storageSetting",
    ownField: "storageSetting",
    twins: {
      uploadSizeLimitMb: {
        own: "uploadSizeLimitBytes",
        schema: z
          .union([z.int().min(0), z.string().regex(/^\d{1,7}$/)], {
            error: "must be a whole number of MiB",
          })
          .default(0),
        // Sending back the value that was read changes nothing; 0 means the default in memos.
        read: (value, beside) => {
          const sent = Number(value);
          const same = beside.find((bytes) => megabytes(Number(bytes)) === sent);
          if (same !== undefined) return same;
          return sent === 0 ? defaultAttachmentLimits.uploadBytes : sent * megabyte;
        },
      },
    },
    fixed: {},
    hasProfile: false,
  },
  ACCESS: {
    field: "accessSetting",
    ownField: "generalSetting",
    twins: {
      accessMode: {
        own: "publicAccess",
        schema: accessModeJson,
        read: (value) => value === accessMode(true),
      },
    },
    fixed: {},
    hasProfile: false,
    isTheirsAlone: true,
  },
};

/**
 * Converts memos' keys in a patch to ours, both the values and the paths of the mask. `current` is the
 * stored setting. Errors: INVALID_ARGUMENT if the request names both a key and its twin and their values
 * differ, or if it changes a fixed value.
 */
export function ownKeys(
  key: string,
  patch: SettingPatch,
  current: Readonly<Record<string, unknown>>,
): Result<SettingPatch, AppError> {
  const set = Object.hasOwn(keySets, key) ? keySets[key] : undefined;
  if (set === undefined) return ok(patch);
  const given = new Map(Object.entries(patch.fields).filter(([, value]) => value !== null));
  const isTheirs = (name: string): boolean =>
    Object.hasOwn(set.twins, name) ||
    Object.hasOwn(set.fixed, name) ||
    (set.hasProfile && name === "customProfile");
  const asked = splitMask(patch.mask, set.field);
  const isWhole = asked.length === 0 || asked.includes(set.field);
  const named = isWhole ? [...asked, ...given.keys()] : asked;

  const fields = new Map(Object.entries(patch.fields).filter(([name]) => !isTheirs(name)));
  const paths = new Set(named.filter((path) => !isTheirs(headOf(path))));
  if (set.isTheirsAlone === true) {
    const [other] = [...fields.keys(), ...paths].filter((name) => name !== set.field);
    if (other !== undefined) return err(invalidField(other, "is not a field"));
  }
  for (const path of named.filter((each) => isTheirs(headOf(each)))) {
    const read = readTheirs(set, path, given, (own) => [
      ...(paths.has(own) && fields.has(own) ? [fields.get(own)] : []),
      ...(Object.hasOwn(current, own) ? [current[own]] : []),
    ]);
    if (!read.ok) return read;
    for (const [own, value] of read.value) {
      if (paths.has(own) && fields.has(own) && !isSame(fields.get(own), value)) {
        return err(invalidField(path, `differs from ${own}, which says the same`));
      }
      fields.set(own, value);
      paths.add(own);
    }
  }
  const own = [...paths].map((path) => (path === set.field ? set.ownField : path));
  return ok({ mask: own.join(","), fields: Object.fromEntries(fields) });
}

type Entries = readonly (readonly [own: string, value: unknown])[];

function readTheirs(
  { twins, fixed }: KeySet,
  path: string,
  given: ReadonlyMap<string, unknown>,
  besideOf: (own: string) => readonly unknown[],
): Result<Entries, AppError> {
  const twin = Object.hasOwn(twins, path) ? twins[path] : undefined;
  if (twin !== undefined) {
    const sent = (twin.schema ?? z.unknown()).safeParse(given.get(path));
    if (!sent.success) return err(invalidField(path, sent.error.issues[0]?.message ?? "is wrong"));
    return ok([[twin.own, twin.read(sent.data, besideOf(twin.own))]]);
  }
  if (Object.hasOwn(fixed, path)) {
    if ((given.get(path) ?? false) === fixed[path]) return ok([]);
    return err(invalidField(path, `is always ${String(fixed[path])} here`));
  }
  const said = given.get("customProfile") ?? {};
  if (typeof said !== "object" || Array.isArray(said)) {
    return err(invalidField("customProfile", "must be an object"));
  }
  const profile = new Map(Object.entries(said));
  const unknown = [...profile.keys()].find((name) => !isProfileField(name));
  if (unknown !== undefined) return err(invalidField(`customProfile.${unknown}`, "is not a field"));
  const [head, field, ...more] = path.split(".");
  if (
    head !== "customProfile" ||
    more.length > 0 ||
    (field !== undefined && !isProfileField(field))
  ) {
    return err(invalidField("updateMask", `${path} is not a field`));
  }
  // A mask with the whole profile or setting writes only the keys that were sent.
  const fields = field !== undefined ? [field] : [...profile.keys()];
  return ok(fields.map((name) => [name, profile.get(name)] as const));
}

function isProfileField(name: string): boolean {
  return profileFields.some((field) => field === name);
}

function headOf(path: string): string {
  return path.split(".", 1)[0] ?? "";
}

/** Splits a mask into camelCase paths, without the setting's name as a prefix. */
function splitMask(mask: string, field: string): string[] {
  return mask
    .split(",")
    .map((path) => path.trim().split(".").map(camelCase).join("."))
    .filter((path) => path !== "")
    .map((path) => (path.startsWith(`${field}.`) ? path.slice(field.length + 1) : path));
}

/** Compares as strings, because clients may send numbers as strings. */
function isSame(one: unknown, other: unknown): boolean {
  return String(one) === String(other);
}
