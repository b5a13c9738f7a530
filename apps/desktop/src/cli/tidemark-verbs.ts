/** Commands that run without a window. */
const verbs: ReadonlySet<string> = new Set([
  "import",
  "export",
  "backup",
  "backups",
  "restore",
  "mcp",
]);

/** Returns true if the arguments after the program's name start with a command that needs no window. */
export function hasVerb([first]: readonly string[]): boolean {
  return first !== undefined && verbs.has(first);
}
