/**
 * Returns the `cache-control` of a file of the built page. Names under `assets/` contain a content hash, so
 * they never change. The page itself references them and is never cached.
 */
export function pageCacheControl(path: string): string {
  return /(^|[/\\])assets[/\\]/.test(path) ? "public, max-age=31536000, immutable" : "no-store";
}
