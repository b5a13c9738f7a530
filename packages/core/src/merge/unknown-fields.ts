import { utf8ToBytes } from "@noble/hashes/utils.js";
import { isObject, readOwnJson } from "../json/own-json.ts";
import { isDeeperThan } from "./json-depth.ts";

/** What a row may carry of fields that this version has no name for (R19). */
export const unknownFieldLimits = {
  /** Arrays and objects in each other, the field's own value being the first. */
  depth: 8,
  /** Of all of them as JSON in UTF-8. */
  bytes: 16 * 1024,
  /** How many there are. */
  count: 256,
} as const;

/** Fields beside the known ones, by name. */
export type UnknownFields = Readonly<Record<string, unknown>>;

/** Why an operation is refused for its unknown fields. */
export interface UnknownFieldsProblem {
  readonly code: "invalid" | "too-large";
  readonly reason: string;
}

/** What a newer peer sent that this version has no name for (R9), by name. */
export function unknownIn(given: object, known: object): Record<string, unknown> {
  if (isAllKnown(given, known)) return {};
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(known, name)));
}

/** An object with nothing but the known names of it. */
export function onlyKnown<T extends object, K extends PropertyKey>(
  given: T,
  known: Readonly<Record<K, unknown>>,
): Pick<T, K & keyof T> {
  if (isAllKnown(given, known)) return given;
  // What is left out is what the type leaves out.
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(known, name)),
  ) as Pick<T, K & keyof T>;
}

/** Of every row that a peer of this version sends: nothing is copied for it. */
function isAllKnown(given: object, known: object): boolean {
  return Object.keys(given).every((name) => Object.hasOwn(known, name));
}

/** Judges the unknown fields that a row would have; null when it may have them. */
export function checkUnknown(fields: UnknownFields): UnknownFieldsProblem | null {
  const { depth, bytes, count } = unknownFieldLimits;
  const names = Object.keys(fields).length;
  if (names === 0) return null;
  if (names > count) {
    return { code: "too-large", reason: `${names} unknown fields, at most ${count} are kept` };
  }
  // The object that holds them is a level of its own.
  if (isDeeperThan(fields, depth + 1)) {
    return { code: "invalid", reason: `unknown fields are nested deeper than ${depth}` };
  }
  if (utf8ToBytes(JSON.stringify(fields)).length > bytes) {
    return { code: "too-large", reason: `unknown fields take more than ${bytes} bytes` };
  }
  return null;
}

/**
 * Reads unknown fields as they are stored, JSON of an object. null: there are more than any peer would
 * take, so nobody is sent them: a row that was written before there were limits.
 */
export function parseUnknown(stored: string): UnknownFields | null {
  if (stored === "{}") return {};
  // Every unit of the text is at least one byte.
  if (stored.length > unknownFieldLimits.bytes) return null;
  const fields = readOwnJson(stored, isObject, "unknown fields");
  return checkUnknown(fields) === null ? fields : null;
}
