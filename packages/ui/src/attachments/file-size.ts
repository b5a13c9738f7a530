import { writtenAs } from "../language/language.ts";

const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** Formats a size in the reader's notation: `1234567` → `1.2 MB`. Units are decimal, as in file managers. */
export function fileSize(sizeBytes: number, locale = writtenAs()): string {
  let size = sizeBytes;
  let unit = 0;
  // Round before comparing: 999,999 bytes are 1 MB and not 1,000 kB.
  while (unit < units.length - 1 && Math.round(size) >= 1000) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 10 ? 0 : 1;
  const number = size.toLocaleString(locale, { maximumFractionDigits: digits });
  return `${number} ${units[unit] ?? ""}`;
}
