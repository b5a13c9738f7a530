import { ownHome } from "./own-home.ts";

/** Longer quoted texts may be user content. */
const longestQuoted = 40;
const longestLine = 2000;

/** Secrets that follow one of these words. */
const secret =
  /\b(bearer\s+|(?:authorization|token|password|passwd|secret|cookie|key)["']?\s*[:=]\s*["']?(?:bearer\s+)?)[^\s"',;)]+/giu;

/** Removes secrets and user content from a log line. */
export function redact(line: string, home: string = ownHome()): string {
  const text = line
    .replaceAll(/\bhttps?:\/\/[^\s"'<>)]+/giu, (url) => withoutPath(url))
    .replaceAll(secret, "$1…")
    .replaceAll(/(?=[\w-]*\d)[\w-]{24,}/gu, "…")
    .replaceAll(/"[^"\n]*"|`[^`\n]*`/gu, (quoted) =>
      quoted.length > longestQuoted ? `${quoted[0]}…${quoted[0]}` : quoted,
    );
  const named = home.length > 1 ? text.replaceAll(home, "~") : text;
  return named.length > longestLine ? `${named.slice(0, longestLine)}…` : named;
}

/** A URL may contain a key or a search query. */
function withoutPath(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return "…";
  return parsed.pathname === "/" && parsed.search === "" && parsed.hash === ""
    ? parsed.origin
    : `${parsed.origin}/…`;
}
