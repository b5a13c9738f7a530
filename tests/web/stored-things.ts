import type { Page } from "@playwright/test";

/** Everything that an origin stores in a browser, by name. */
export interface StoredThings {
  readonly files: readonly string[];
  readonly caches: readonly string[];
  readonly databases: readonly string[];
  readonly local: readonly string[];
  readonly session: readonly string[];
  readonly serviceWorkers: number;
  readonly cookies: readonly string[];
}

export const nothing: StoredThings = {
  files: [],
  caches: [],
  databases: [],
  local: [],
  session: [],
  serviceWorkers: 0,
  cookies: [],
};

/** Lists what the origin of a page stores, past what the page replaces. */
export async function storedThings(page: Page): Promise<StoredThings> {
  const context = page.context();
  const { origin } = new URL(page.url());
  const browser = await context.newCDPSession(page);
  const itemsOf = async (isLocalStorage: boolean): Promise<string[]> => {
    const storageId = { securityOrigin: origin, isLocalStorage };
    const { entries } = await browser.send("DOMStorage.getDOMStorageItems", { storageId });
    return entries.map(([name = ""]) => name);
  };
  const inPage = await page.evaluate(async () => ({
    files: await Array.fromAsync((await navigator.storage.getDirectory()).keys()),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ""),
    serviceWorkers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  const stored = {
    ...inPage,
    local: await itemsOf(true),
    session: await itemsOf(false),
    cookies: (await context.cookies(origin)).map(({ name }) => name),
  };
  await browser.detach();
  return stored;
}
