import type { ByteRange } from "./blob-store.ts";

/**
 * Parses a `Range` header for content of `sizeBytes` bytes (RFC 9110 §14). Returns null if everything is to
 * be sent, including for units other than bytes and for several ranges. Returns `"unsatisfiable"` if the
 * range has no byte of the content or is malformed.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | "unsatisfiable" | null {
  const ranges = /^bytes *= *(.*)$/i.exec(header ?? "")?.[1];
  if (ranges === undefined || ranges.includes(",")) return null;
  const match = /^(\d{0,15}) *- *(\d{0,15})$/.exec(ranges.trim());
  const [, first = "", last = ""] = match ?? [];
  if (first === "") {
    // Suffix range: the last `last` bytes.
    const length = Math.min(last === "" ? 0 : Number(last), sizeBytes);
    return length === 0 ? "unsatisfiable" : { start: sizeBytes - length, end: sizeBytes };
  }
  const start = Number(first);
  const end = last === "" ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  return start < sizeBytes && start < end ? { start, end } : "unsatisfiable";
}

/** True when one of the entity tags of an `If-None-Match` is `etag`, weak or not. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}
