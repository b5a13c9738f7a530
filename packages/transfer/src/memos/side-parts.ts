import { isObject } from "@tidemark/core";
import type { z } from "zod";

/** Value without its unreadable fields. */
export interface ReadableParts {
  readonly value: unknown;
  /** Names of the fields that were removed. */
  readonly unread: readonly string[];
}

/**
 * Removes incidental fields that don't fit their schema, as newer versions may write them, so that the rest
 * of the value can be parsed.
 */
export function readableParts(
  value: unknown,
  fields: Readonly<Record<string, z.ZodType>>,
): ReadableParts {
  if (!isObject(value)) return { value, unread: [] };
  const unread = Object.keys(fields).filter(
    (name) => name in value && !fields[name]!.safeParse(value[name]).success,
  );
  if (unread.length === 0) return { value, unread };
  const kept = Object.entries(value).filter(([name]) => !unread.includes(name));
  return { value: Object.fromEntries(kept), unread };
}

/** Returns the message for fields that `readableParts` removed from a memo. */
export function unreadWords(unread: readonly string[]): string {
  return `written in an unknown way, and skipped: ${unread.join(", ")}`;
}
