import type { z } from "zod";
import { parseJson } from "../../json/parse-json.ts";
import { asUserReference, type UserReference } from "../../names/names.ts";
import { asStamp, type Stamp } from "../../model/stamp.ts";

/**
 * How a value is kept as text. Databases are full of these texts: a form is never changed, it is
 * given up for another one under another key.
 */
export interface MetaForm<T> {
  /** null for a text that says nothing, as if the value were absent. Throws for one that is broken. */
  parse(text: string): T | null;
  format(value: T): string;
}

/** The text itself. */
export const text: MetaForm<string> = { parse: (kept) => kept, format: (value) => value };

/** The text itself, which names a user. */
export const userReference: MetaForm<UserReference> = {
  parse: asUserReference,
  format: (value) => value,
};

/** The text itself, which is a stamp. */
export const stamp: MetaForm<Stamp> = { parse: asStamp, format: (value) => value };

/** `1`, or absent; any other text says no. */
export const flag: MetaForm<true> = {
  parse: (kept) => (kept === "1" ? true : null),
  format: () => "1",
};

/** Written as `1`; that it is there says yes, whatever it is. */
export const mark: MetaForm<true> = { parse: () => true, format: () => "1" };

/** `1` for yes; any other text, written as `0`, for no. */
export const yesOrNo: MetaForm<boolean> = {
  parse: (kept) => kept === "1",
  format: (value) => (value ? "1" : "0"),
};

/** A number in decimals, `Infinity` included. Throws for what is none. */
export const number: MetaForm<number> = {
  parse(kept) {
    const value = Number(kept);
    if (Number.isNaN(value)) throw new Error("it is not a number");
    return value;
  },
  format: String,
};

/** A count; what is no number counts as nothing yet, which is not the same as absent. */
export const count: MetaForm<number> = {
  parse: (kept) => Number(kept) || 0,
  format: String,
};

/** One of some words; any other text is as good as absent. */
export function oneOf<const T extends string>(words: readonly T[]): MetaForm<T> {
  return {
    parse: (kept) => words.find((word) => word === kept) ?? null,
    format: (value) => value,
  };
}

/** JSON that the schema describes. Throws for anything else. */
export function json<T>(schema: z.ZodType<T>): MetaForm<T> {
  return { parse: (kept) => parseJson(schema, kept), format: (value) => JSON.stringify(value) };
}
