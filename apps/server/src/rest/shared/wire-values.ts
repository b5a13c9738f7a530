import { floorToMs, parseInstant } from "@tidemark/core";
import { tokenScopes } from "@tidemark/core/model";
import { z } from "zod";

/**
 * Epoch milliseconds of an RFC 3339 time, finer digits cut off; null for anything else. Letters may be
 * small, as the RFC lets them.
 */
export function parseTimestamp(text: string): number | null {
  const nanos = parseInstant(text.toUpperCase());
  return nanos === null ? null : floorToMs(nanos);
}

/**
 * A time as answers show it: RFC 3339 in UTC, in whole seconds, rounded down (ADR 0035). The decoders
 * of common clients refuse fractions.
 */
export function formatTimestamp(ms: number): string {
  return new Date(servedMs(ms)).toISOString().replace(".000Z", "Z");
}

/** The moment that a stored time is served as. */
export function servedMs(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** A time in a request body, read as epoch milliseconds. */
export const timestampInput = z.string().transform((text, context) => {
  const ms = parseTimestamp(text);
  if (ms === null) {
    context.addIssue({ code: "custom", message: "must be an RFC 3339 time" });
    return z.NEVER;
  }
  return ms;
});

export const timestampOutput = z.string().meta({ format: "date-time" });

/** Numbers that clients send for the names of an enum; 0 is what is unspecified, where there is that. */
export type EnumNumbers<N extends string> = Readonly<Partial<Record<number, N>>>;

/** memos' own numbers; SPACE has none. */
export const visibilityNumbers = {
  0: "VISIBILITY_UNSPECIFIED",
  1: "PRIVATE",
  2: "PROTECTED",
  3: "PUBLIC",
} as const;
export const stateNumbers = { 0: "STATE_UNSPECIFIED", 1: "NORMAL", 2: "ARCHIVED" } as const;
const roleNumbers = { 2: "ADMIN", 3: "USER" } as const;

/**
 * An enum in a request: by name in any letter case, or by number; "" and what is unspecified are read as
 * undefined, so that a field mask can distinguish them from null. Without `numbers` the names are counted from 0 on.
 */
export function enumInput<const N extends readonly [string, ...string[]]>(
  names: N,
  numbers: EnumNumbers<N[number]> = Object.fromEntries(names.entries()),
) {
  const shown = names.filter((name) => !isUnspecified(name));
  const message = `must be one of ${shown.join(", ")}`;
  return z.union([z.string(), z.number()], message).transform((value, context) => {
    if (value === "") return undefined;
    const name =
      names.find((each) => each.toUpperCase() === String(value).toUpperCase()) ??
      numbers[numberOf(value)];
    if (name === undefined) {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    // Only a name that says that nothing is said.
    return isUnspecified(name) ? undefined : (name as Exclude<N[number], `${string}UNSPECIFIED`>);
  });
}

function isUnspecified(name: string): boolean {
  return name.endsWith("UNSPECIFIED");
}

function numberOf(value: string | number): number {
  if (typeof value === "number") return value;
  return /^\d{1,3}$/.test(value) ? Number(value) : -1;
}

export const roleInput = enumInput(["ADMIN", "USER"], roleNumbers);
/** What an access token may do; it has no numbers. */
export const scopeInput = enumInput(tokenScopes, {});

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number in a request body, which may come as text in JSON's own grammar. */
export const numberInput = z
  .union([z.number(), z.string()], "must be a number")
  .transform((value, context) => {
    const read = typeof value === "number" ? value : jsonNumber.test(value) ? Number(value) : NaN;
    if (Number.isFinite(read)) return read;
    context.addIssue({ code: "custom", message: "must be a number" });
    return z.NEVER;
  });

/** The same, of whole numbers. */
export const intInput = numberInput.pipe(z.int("must be a whole number"));

/** A boolean in a query: true, false, 1 or 0. */
export const booleanQuery = z.string().transform((text, context) => {
  if (/^(?:true|1)$/i.test(text)) return true;
  if (/^(?:false|0)$/i.test(text)) return false;
  context.addIssue({ code: "custom", message: "must be true or false" });
  return z.NEVER;
});

const maxPageSize = 1000;

/**
 * `pageSize` of a list: at most 1000, refused below 0; null when absent or 0. Then it is that of the
 * page before, which its token carries, and 50 on the first.
 */
export const pageSizeQuery = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return null;
    if (!/^\+?\d{1,15}$/.test(text)) {
      context.addIssue({ code: "custom", message: "must be a whole number, 0 or more" });
      return z.NEVER;
    }
    return Math.min(Number(text), maxPageSize) || null;
  });

export const pageTokenQuery = z.string().default("");

/** The answer of a deletion. */
export const nothing = z.object({});
