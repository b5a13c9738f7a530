import { z } from "zod";
import { lastTimeMs } from "../clock/update-time.ts";
import { type MemoFieldName, type MemoFields, memoStates, visibilities } from "../model/memo.ts";

/** Epoch ms of the years 1 to 9999. */
export const timeMsSchema = z.int().min(-62_135_596_800_000).max(lastTimeMs);

export const memoLocationSchema = z.strictObject({
  placeholder: z.string().max(1024),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
const location = memoLocationSchema.nullable();

interface MemoField<Value> {
  /** Format in operations and on the wire. */
  readonly schema: z.ZodType<Value>;
  /**
   * Position in the list that `memoDigest` hashes. All versions must hash the same list. `memoDigest` itself
   * fills 0, 1, 8, 11 and 12.
   */
  readonly digestAt: number;
  /** True if exports and imports include the field. */
  readonly isExported: boolean;
}

/** Every field of a memo, in the order in which fields and stamps are sent. */
export const memoFields = {
  state: { schema: z.enum(memoStates), digestAt: 4, isExported: true },
  visibility: { schema: z.enum(visibilities), digestAt: 6, isExported: true },
  pinned: { schema: z.boolean(), digestAt: 5, isExported: true },
  // Spaces belong to a server, and an export may be imported without it.
  space: { schema: z.string().nullable(), digestAt: 7, isExported: false },
  // Exports leave the trash out.
  deletedMs: { schema: timeMsSchema.nullable(), digestAt: 9, isExported: false },
  location: { schema: location, digestAt: 10, isExported: true },
  createdMs: { schema: timeMsSchema, digestAt: 2, isExported: true },
  updatedMs: { schema: timeMsSchema, digestAt: 3, isExported: true },
} as const satisfies { readonly [F in MemoFieldName]: MemoField<MemoFields[F]> };

type Table = typeof memoFields;

/** Names of the exported fields. */
export type ExportedField = {
  [F in MemoFieldName]: Table[F]["isExported"] extends true ? F : never;
}[MemoFieldName];

export const memoFieldNames = Object.keys(memoFields) as readonly MemoFieldName[];

/** Schema of the fields as they are sent; times in epoch milliseconds. */
export const memoFieldsSchema = z.object(
  Object.fromEntries(memoFieldNames.map((name) => [name, memoFields[name].schema])) as {
    readonly [F in MemoFieldName]: Table[F]["schema"];
  },
);
