/** What takes memos in and out and backs them up, without a window. */
const verbs: ReadonlySet<string> = new Set(["import", "export", "backup", "backups", "restore"]);

/** Whether the arguments after the program's name ask for something that needs no window. */
export function hasVerb([first]: readonly string[]): boolean {
  return first !== undefined && verbs.has(first);
}
