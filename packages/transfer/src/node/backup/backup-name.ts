/** Pattern of backup names. They contain the time, so names sort chronologically. */
const name = String.raw`tidemark-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z(?:-\d+)?`;
const whole = new RegExp(`^${name}$`);
const partial = new RegExp(`^${name}\\.([0-9a-f]+)\\.partial$`);

/** Returns the name for a backup made at a time. It is valid on every file system. */
export function backupName(madeMs: number, taken: ReadonlySet<string>): string {
  const second = new Date(madeMs).toISOString().slice(0, 19).replaceAll(":", "-");
  const given = `tidemark-${second}Z`;
  if (!taken.has(given)) return given;
  let nth = 2;
  while (taken.has(`${given}-${nth}`)) nth += 1;
  return `${given}-${nth}`;
}

export function isBackupName(given: string): boolean {
  return whole.test(given);
}

/** Name of a backup while a profile writes or deletes it; it doesn't count as a backup. */
export function partialName(given: string, profile: string): string {
  return `${given}.${profile}.partial`;
}

/** Returns the profile of an unfinished backup, or null if the name isn't one of those. */
export function profileOfPartial(given: string): string | null {
  return partial.exec(given)?.[1] ?? null;
}
