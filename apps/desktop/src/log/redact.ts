import { ownHome } from "./own-home.ts";

/** Longer texts in quotes may be what somebody wrote. */
const longestQuoted = 40;
const longestLine = 2000;

/** What follows one of these words opens something. */
const secret =
  /\b(bearer\s+|(?:authorization|token|password|passwd|secret|cookie|key)["']?\s*[:=]\s*["']?(?:bearer\s+)?)[^\s"',;)]+/giu;

/** Makes a line of a log hold nothing that opens something, and no text that somebody wrote. */
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

/** An address may end in a key, or in what was searched for. */
function withoutPath(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return "…";
  return parsed.pathname === "/" && parsed.search === "" && parsed.hash === ""
    ? parsed.origin
    : `${parsed.origin}/…`;
}
