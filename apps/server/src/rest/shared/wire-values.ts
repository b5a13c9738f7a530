import { floorToMs, parseInstant } from "@tidemark/core";
import { tokenScopes } from "@tidemark/core/model";
import { z } from "zod";

/**
 * Returns the epoch milliseconds of an RFC 3339 time, truncating finer digits; null for anything else.
 * Letters may be lowercase, as in the RFC.
 */
export function parseTimestamp(text: string): number | null {
  const nanos = parseInstant(text.toUpperCase());
  return nanos === null ? null : floorToMs(nanos);
}

/**
 * Formats a time for responses: RFC 3339 in UTC, in whole seconds, rounded down (ADR 0035). Decoders of
 * common clients reject fractions.
 */
export function formatTimestamp(ms: number): string {
  return new Date(servedMs(ms)).toISOString().replace(".000Z", "Z");
}

/** Rounds a stored time down to the second, as responses show it. */
export function servedMs(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** RFC 3339 time in a request body, parsed to epoch milliseconds. */
export const timestampInput = z.string().transform((text, context) => {
  const ms = parseTimestamp(text);
  if (ms === null) {
    context.addIssue({ code: "custom", message: "must be an RFC 3339 time" });
    return z.NEVER;
  }
  return ms;
});

export const timestampOutput = z.string().meta({ format: "date-time" });

/** Numbers that clients send for the names of an enum; 0 is the unspecified value, if the enum has one. */
export type EnumNumbers<N extends string> = Readonly<Partial<Record<number, N>>>;

/** Numbers of visibilities in memos; SPACE has none. */
export const visibilityNumbers = {
  0: "VISIBILITY_UNSPECIFIED",
  1: "PRIVATE",
  2: "PROTECTED",
  3: "PUBLIC",
} as const;
export const stateNumbers = { 0: "STATE_UNSPECIFIED", 1: "NORMAL", 2: "ARCHIVED" } as const;
const roleNumbers = { 2: "ADMIN", 3: "USER" } as const;

/**
 * Returns a schema for an enum in a request: a name in any letter case, or a number. "" and unspecified
 * values become undefined, so that a field mask can distinguish them from null. Without `numbers` the names
 * are numbered from 0.
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
    // Only the unspecified value becomes undefined.
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
/** Scope of an access token; its values have no numbers. */
export const scopeInput = enumInput(tokenScopes, {});

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Number in a request body, which may be a string in JSON's number syntax. */
export const numberInput = z
  .union([z.number(), z.string()], "must be a number")
  .transform((value, context) => {
    const read = typeof value === "number" ? value : jsonNumber.test(value) ? Number(value) : NaN;
    if (Number.isFinite(read)) return read;
    context.addIssue({ code: "custom", message: "must be a number" });
    return z.NEVER;
  });

/** Like `numberInput`, for whole numbers. */
export const intInput = numberInput.pipe(z.int("must be a whole number"));

/** Boolean in a query: true, false, 1 or 0. */
export const booleanQuery = z.string().transform((text, context) => {
  if (/^(?:true|1)$/i.test(text)) return true;
  if (/^(?:false|0)$/i.test(text)) return false;
  context.addIssue({ code: "custom", message: "must be true or false" });
  return z.NEVER;
});

const maxPageSize = 1000;

/**
 * `pageSize` of a list: capped at 1000, rejected below 0; null if absent or 0. Null means the size of the
 * previous page, which is in the page token, or 50 on the first page.
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

/** Response of a delete request. */
export const nothing = z.object({});
