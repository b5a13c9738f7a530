/**
 * Returns the section of a changelog for a version (`v0.2.0`), without its heading. Throws if it has none.
 */
export function notesOf(changelog: string, tag: string): string {
  const version = tag.replace(/^v/, "");
  const parts = changelog.split(/^## /m);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
  if (version === "" || part === undefined) {
    throw new Error(`CHANGELOG.md has no heading "## ${version}"`);
  }
  return `${part.slice(part.indexOf("\n")).trim()}\n`;
}
