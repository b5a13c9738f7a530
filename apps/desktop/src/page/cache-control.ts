/**
 * How long a file of the built page may be kept. Names under `assets/` hold a hash of the content,
 * so they never change; the page itself names them and is asked for again each time.
 */
export function pageCacheControl(path: string): string {
  return /(^|[/\\])assets[/\\]/.test(path) ? "public, max-age=31536000, immutable" : "no-store";
}
