/** Logs an error's stack, a line each. */
export function logStack(error: unknown, log: (line: string) => void): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of stack.split("\n")) log(line);
}
