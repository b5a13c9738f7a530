const opened: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** Where a link of a text leads, as it is written there; null where nobody should be led. */
export function linkTarget(written: string): string | null {
  const address = written
    .replace(/^<(.*)>$/s, "$1")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
  const url = URL.parse(address);
  return url !== null && opened.has(url.protocol) ? url.href : null;
}
