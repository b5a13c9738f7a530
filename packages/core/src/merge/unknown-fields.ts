import { utf8ToBytes } from "@noble/hashes/utils.js";
import { isObject, readOwnJson } from "../json/own-json.ts";
import { isDeeperThan } from "./json-depth.ts";

/** Limits of unknown fields per row (R19). */
export const unknownFieldLimits = {
  /** Nesting of arrays and objects. The field's own value is level 1. */
  depth: 8,
  /** Total size as JSON in UTF-8 bytes. */
  bytes: 16 * 1024,
  /** Number of fields. */
  count: 256,
} as const;

/** Unknown fields by name. */
export type UnknownFields = Readonly<Record<string, unknown>>;

/** Reason to refuse an operation for its unknown fields. */
export interface UnknownFieldsProblem {
  readonly code: "invalid" | "too-large";
  readonly reason: string;
}

/** Returns the fields of an object from a newer peer that this version doesn't know (R9), by name. */
export function unknownIn(given: object, known: object): Record<string, unknown> {
  if (isAllKnown(given, known)) return {};
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(known, name)));
}

/** Returns the object with only its known fields. */
export function onlyKnown<T extends object, K extends PropertyKey>(
  given: T,
  known: Readonly<Record<K, unknown>>,
): Pick<T, K & keyof T> {
  if (isAllKnown(given, known)) return given;
  // The result matches the type, which leaves out the same fields.
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(known, name)),
  ) as Pick<T, K & keyof T>;
}

/** Returns true for every row from a peer of this version, which then needn't be copied. */
function isAllKnown(given: object, known: object): boolean {
  return Object.keys(given).every((name) => Object.hasOwn(known, name));
}

/** Checks the unknown fields of a row. Returns null if they are allowed. */
export function checkUnknown(fields: UnknownFields): UnknownFieldsProblem | null {
  const { depth, bytes, count } = unknownFieldLimits;
  const names = Object.keys(fields).length;
  if (names === 0) return null;
  if (names > count) {
    return { code: "too-large", reason: `${names} unknown fields, at most ${count} are kept` };
  }
  // The object that contains them is one level itself.
  if (isDeeperThan(fields, depth + 1)) {
    return { code: "invalid", reason: `unknown fields are nested deeper than ${depth}` };
  }
  if (utf8ToBytes(JSON.stringify(fields)).length > bytes) {
    return { code: "too-large", reason: `unknown fields take more than ${bytes} bytes` };
  }
  return null;
}

/**
 * Parses stored unknown fields (a JSON object). Returns null if they exceed the limits, because no peer would
 * accept them. Such rows were written before there were limits.
 */
export function parseUnknown(stored: string): UnknownFields | null {
  if (stored === "{}") return {};
  // Each UTF-16 unit is at least one byte.
  if (stored.length > unknownFieldLimits.bytes) return null;
  const fields = readOwnJson(stored, isObject, "unknown fields");
  return checkUnknown(fields) === null ? fields : null;
}
