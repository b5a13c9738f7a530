import { writtenAs } from "../language/language.ts";

/** Formats items as a list in the current language: "a, b, c". */
export function inList(items: readonly string[]): string {
  return new Intl.ListFormat(writtenAs(), { type: "conjunction", style: "narrow" }).format(items);
}
