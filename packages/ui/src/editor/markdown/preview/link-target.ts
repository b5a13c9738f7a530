const opened: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** Returns the address of a link in the text; `null` unless it is a web or mail address. */
export function linkTarget(written: string): string | null {
  const address = written
    .replace(/^<(.*)>$/s, "$1")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
  const url = URL.parse(address);
  return url !== null && opened.has(url.protocol) ? url.href : null;
}
