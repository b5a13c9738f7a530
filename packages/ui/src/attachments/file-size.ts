import { writtenAs } from "../language/language.ts";

const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** `1234567` → `1.2 MB`, in the reader's notation. Units of a thousand, as file managers have them. */
export function fileSize(sizeBytes: number, locale = writtenAs()): string {
  let size = sizeBytes;
  let unit = 0;
  // Rounded first: 999,999 bytes are 1 MB and not 1,000 kB.
  while (unit < units.length - 1 && Math.round(size) >= 1000) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 10 ? 0 : 1;
  const number = size.toLocaleString(locale, { maximumFractionDigits: digits });
  return `${number} ${units[unit] ?? ""}`;
}
