import { type AppError, camelCase, err, invalidField, ok, type Result } from "@tidemark/core";
import { defaultAttachmentLimits } from "@tidemark/core/access";
import type { SettingPatch } from "@tidemark/core/setting";
import type { InstanceSettings } from "@tidemark/core/instance";
import { z } from "zod";

// Memos has other keys for what is set here: opposites, other units' names, a profile within. They are
// shown beside ours, and administrators may write either.

const profileFields = ["title", "description", "logoUrl"] as const;

/** The settings that memos' clients ask for, as memos shows them: all that is not administrators'. */
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

/** Who reads what is public, in the words of memos 0.31: everybody, or whoever is signed in. */
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
  // 64 bits: text in proto3 JSON.
  return { uploadSizeLimitMb: String(megabytes(storage.uploadSizeLimitBytes)) };
}

const megabyte = 1024 * 1024;

/** No more than is allowed, and 0 only where nothing is: clients of memos take that for a default. */
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

/** Keys of memos that always have the same value here. */
const fixedGeneral = { disallowChangeUsername: true, disallowChangeNickname: false };
const fixedMemo = { enableDoubleClickEdit: false };

/** Our key for one of memos', and what its value means; what is absent counts as the default. */
interface Twin {
  readonly own: string;
  /** Of a value that is sent. Absent: what is read of it is judged by our schema. */
  readonly schema?: z.ZodType;
  /** `beside`: values of ours that may say the same, the one that was sent first. */
  readonly read: (value: unknown, beside: readonly unknown[]) => unknown;
}

interface KeySet {
  /** The setting's own name in a mask, and ours for the same. */
  readonly field: string;
  readonly ownField: string;
  readonly twins: Readonly<Record<string, Twin>>;
  readonly fixed: Readonly<Record<string, boolean>>;
  readonly hasProfile: boolean;
  /** It has memos' keys alone: what is ours has another name there. */
  readonly isTheirsAlone?: boolean;
}

const keySets: Readonly<Record<string, KeySet>> = {
  GENERAL: {
    field: "generalSetting",
    ownField: "generalSetting",
    twins: {
      disallowUserRegistration: {
        own: "allowSignUp",
        // What is no boolean is left for the schema to refuse.
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
        // A value that is sent back as it was read changes nothing; memos takes 0 for its default.
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
 * A patch that may have memos' keys, in our own: their values, their paths in the mask. `current` is the
 * setting as it is. Errors:
 * INVALID_ARGUMENT for a key and its twin that differ, where both are named, and for a value that
 * cannot be changed here.
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
  // A mask that names the whole profile, or the setting, writes the keys that were sent, and no others.
  const fields = field !== undefined ? [field] : [...profile.keys()];
  return ok(fields.map((name) => [name, profile.get(name)] as const));
}

function isProfileField(name: string): boolean {
  return profileFields.some((field) => field === name);
}

function headOf(path: string): string {
  return path.split(".", 1)[0] ?? "";
}

/** Paths in camelCase, without the setting's name before them. */
function splitMask(mask: string, field: string): string[] {
  return mask
    .split(",")
    .map((path) => path.trim().split(".").map(camelCase).join("."))
    .filter((path) => path !== "")
    .map((path) => (path.startsWith(`${field}.`) ? path.slice(field.length + 1) : path));
}

/** Numbers may come as texts. */
function isSame(one: unknown, other: unknown): boolean {
  return String(one) === String(other);
}
