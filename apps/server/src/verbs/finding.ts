/** Returns a line of the command `doctor`: the problem and its remedy, or `ok`. */
export function finding(name: string, problem: string | null, note = ""): string {
  if (problem !== null) return `${name}: ${problem}`;
  return note === "" ? `${name}: ok` : `${name}: ok (${note})`;
}

/** Returns true if a line reports a problem. */
export function isProblem(line: string): boolean {
  return !/^[\w ]+: ok(?: \(|$)/.test(line);
}
