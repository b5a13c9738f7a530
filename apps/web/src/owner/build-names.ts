/** Start of the names of caches with the files of a build; the build's version follows. */
const cachePrefix = "tidemark-build-";

/** Returns the name of the cache with the files of a build. */
export const cacheOf = (version: string): string => cachePrefix + version;

/** Returns the version of the build whose files a cache has; null for other caches. */
export const versionOf = (cache: string): string | null =>
  cache.startsWith(cachePrefix) ? cache.slice(cachePrefix.length) : null;

/** Start of the names of locks that pages hold; the version of their build follows. */
export const pageLocks = "tidemark-page-";

/** Returns the name of the lock that every page of a build shares for as long as it is open. */
export const pageLockOf = (version: string): string => pageLocks + version;

/** Returns the name of the channel on which the service worker asks the worker with the database for files. */
export const fileChannelOf = (version: string): string => `tidemark-files-${version}`;

/** Messages from a page to a service worker. */
export type ToServiceWorker =
  /** The page of a build shows its first screen: the rest of the build's files can be stored. */
  | { readonly type: "shown"; readonly version: string }
  /** Replaces the active service worker. Its pages load again. */
  | { readonly type: "take-over" };

/** Message from the service worker to a page that is of another build. */
export interface FromServiceWorker {
  readonly type: "outdated";
}

/** Paths of the files that a service worker stores. */
export interface FilesOfBuild {
  /** The app's page. */
  readonly shell: string;
  /** Files that the first screen needs, without the page and a language. */
  readonly files: readonly string[];
  /** Catalogues of sentences by language. */
  readonly languages: Readonly<Record<string, string>>;
  /** JSON with the paths of all other files but large ones. */
  readonly rest: string;
}
