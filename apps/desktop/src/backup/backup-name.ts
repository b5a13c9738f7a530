/** What every backup's folder is called: when it was made, so that names sort as times do. */
const name = String.raw`tidemark-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z(?:-\d+)?`;
const whole = new RegExp(`^${name}$`);
const partial = new RegExp(`^${name}\\.([0-9a-f]+)\\.partial$`);

/** The name of a backup that is made at a time; no file system refuses it. */
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

/** What a profile calls a backup that it is writing or removing: it is none. */
export function partialName(given: string, profile: string): string {
  return `${given}.${profile}.partial`;
}

/** The profile whose half of a backup it is; null: it is something else. */
export function profileOfPartial(given: string): string | null {
  return partial.exec(given)?.[1] ?? null;
}
