import type { z } from "zod";
import { parseJson } from "../../json/parse-json.ts";
import { asUserReference, type UserReference } from "../../names/names.ts";
import { asStamp, type Stamp } from "../../model/stamp.ts";

/**
 * Text format of a value. Existing databases contain these texts: a format never changes. A new format needs
 * a new key.
 */
export interface MetaForm<T> {
  /** Returns null for a text that counts as absent. Throws if the text is invalid. */
  parse(text: string): T | null;
  format(value: T): string;
}

/** Plain text. */
export const text: MetaForm<string> = { parse: (kept) => kept, format: (value) => value };

/** Plain text that names a user. */
export const userReference: MetaForm<UserReference> = {
  parse: asUserReference,
  format: (value) => value,
};

/** Plain text that is a stamp. */
export const stamp: MetaForm<Stamp> = { parse: asStamp, format: (value) => value };

/** `1`, or absent. Any other text counts as absent. */
export const flag: MetaForm<true> = {
  parse: (kept) => (kept === "1" ? true : null),
  format: () => "1",
};

/** Written as `1`. Any stored text means true. */
export const mark: MetaForm<true> = { parse: () => true, format: () => "1" };

/** `1` for true, any other text for false, which is written as `0`. */
export const yesOrNo: MetaForm<boolean> = {
  parse: (kept) => kept === "1",
  format: (value) => (value ? "1" : "0"),
};

/** Decimal number; `Infinity` is allowed. Throws if the text isn't a number. */
export const number: MetaForm<number> = {
  parse(kept) {
    const value = Number(kept);
    if (Number.isNaN(value)) throw new Error("it is not a number");
    return value;
  },
  format: String,
};

/** Count. A text that isn't a number counts as 0, which differs from absent. */
export const count: MetaForm<number> = {
  parse: (kept) => Number(kept) || 0,
  format: String,
};

/** One of some words. Any other text counts as absent. */
export function oneOf<const T extends string>(words: readonly T[]): MetaForm<T> {
  return {
    parse: (kept) => words.find((word) => word === kept) ?? null,
    format: (value) => value,
  };
}

/** JSON that matches the schema. Throws for anything else. */
export function json<T>(schema: z.ZodType<T>): MetaForm<T> {
  return { parse: (kept) => parseJson(schema, kept), format: (value) => JSON.stringify(value) };
}
