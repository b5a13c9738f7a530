import { writtenAs } from "../language/language.ts";

/** "a, b, c" as the shown language writes it. */
export function inList(items: readonly string[]): string {
  return new Intl.ListFormat(writtenAs(), { type: "conjunction", style: "narrow" }).format(items);
}
