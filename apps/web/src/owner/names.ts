// Names of locks and channels. Each contains the version, so that a page never meets another version's worker.

/** Lock of the tab whose worker has the database. */
export const databaseLock = (version: string): string => `tidemark-${version}`;

/** Matches the database locks of all versions. */
export const anyDatabaseLock = /^tidemark-[0-9a-f]{16}$/;

/** Channel on which tabs announce lines, and workers themselves. See `HelloMessage`. */
export const helloChannel = (version: string): string => `tidemark-${version}-hello`;

/** Lock of a line, held by its tab; also the name of its channel for calls. */
export const lineName = (version: string, id: string): string => `tidemark-${version}-line-${id}`;

/** Channel of a line for files. */
export const filesName = (version: string, id: string): string => `tidemark-${version}-files-${id}`;

/** Lock of a page with typed words, held as long as it lives. */
export const wordsLock = (id: string): string => `tidemark-words-${id}`;

/** Returns an id that nobody else has. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
