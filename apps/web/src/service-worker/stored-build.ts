import { cacheOf, pageLockOf, versionOf } from "../owner/build-names.ts";

declare const self: ServiceWorkerGlobalScope;

/** Requests at a time while the rest of a build is stored, so that pages don't wait for it. */
const requestsAtATime = 3;

/** Inserted once: the bundler replaces every use. */
const { shell, files, languages, rest } = builtFiles;

const ownCache = (): Promise<Cache> => caches.open(cacheOf(buildVersion));

/** Stores the files of the first screen. Rejects if one is missing, and the build isn't installed. */
export async function storeFirstFiles(): Promise<void> {
  const tags = Object.keys(languages);
  const wanted = navigator.languages
    .map((tag) => languageOf(tag, tags))
    .find((tag) => tag !== null);
  const language = languages[wanted ?? "en"];
  const all = [shell, ...files, ...(language === undefined ? [] : [language])];
  const cache = await ownCache();
  await Promise.all(all.map((path) => store(cache, path)));
}

/** Returns the catalogue for a language of the browser: of the same tag, else of the same language. */
function languageOf(tag: string, catalogues: readonly string[]): string | null {
  const [language] = tag.split("-");
  return (
    catalogues.find((each) => each === tag) ??
    catalogues.find((each) => each.split("-")[0] === language) ??
    null
  );
}

/** Stores all files of the build but large ones, which are stored when they are used. Failures are harmless. */
export async function storeAllFiles(): Promise<void> {
  try {
    const cache = await ownCache();
    await store(cache, rest);
    const list = (await (await cache.match(rest))?.json()) as readonly string[] | undefined;
    const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const missing = [shell, ...files, ...(list ?? [])].filter((path) => !stored.has(path));
    const work = async (): Promise<void> => {
      for (let path = missing.shift(); path !== undefined; path = missing.shift()) {
        await store(cache, path).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: requestsAtATime }, work));
  } catch {
    // Without a network or space, the next page tries again.
  }
}

/** Stores a file, unless it is stored. Names contain a hash, so a file of an earlier build is the same. */
async function store(cache: Cache, path: string): Promise<void> {
  if ((await cache.match(path)) !== undefined) return;
  const isHashed = path.startsWith("/assets/");
  const known = isHashed ? await caches.match(path) : undefined;
  const reply =
    known ?? (await fetch(path, { cache: isHashed ? "default" : "no-cache", priority: "low" }));
  if (!reply.ok || reply.redirected) throw new Error(`${path}: ${reply.status}`);
  await cache.put(path, reply);
}

/** Returns the app's page as it is stored. A browser that refuses its storage has none. */
export async function storedShell(): Promise<Response | undefined> {
  return await ownCache()
    .then((cache) => cache.match(shell))
    .catch(() => undefined);
}

/** Answers a request for a file of this build or an earlier one, and stores what comes from the server. */
export async function answerPart(
  request: Request,
  until: (work: Promise<unknown>) => void,
): Promise<Response> {
  const stored = await findPart(request).catch(() => undefined);
  if (stored !== undefined) return stored;
  const reply = await fetch(request);
  if (reply.ok && !reply.redirected) {
    const copy = reply.clone();
    // Harmless: it is requested again.
    until(
      ownCache()
        .then((cache) => cache.put(request, copy))
        .catch(() => undefined),
    );
  }
  return reply;
}

async function findPart(request: Request): Promise<Response | undefined> {
  const options = { ignoreVary: true };
  const own = await (await ownCache()).match(request, options);
  return own ?? (await caches.match(request, options));
}

/** Deletes the caches of builds of which no page is open. */
export async function removeOldBuilds(): Promise<void> {
  const { waiting, installing } = self.registration;
  // A newer build would be one of the others.
  if (waiting !== null || installing !== null) return;
  const { held = [] } = await navigator.locks.query();
  const locks = new Set(held.map(({ name }) => name));
  for (const name of await caches.keys()) {
    const version = versionOf(name);
    if (version === null || version === buildVersion || locks.has(pageLockOf(version))) continue;
    await caches.delete(name);
  }
}
