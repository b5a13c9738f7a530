import type { Page } from "@playwright/test";

declare global {
  /** Calls the app router of the worker that has the database; set by `openRawLine`. */
  var callHost: (method: "query" | "mutation", path: string, input: unknown) => Promise<unknown>;
}

/** Opens a line from a page to the worker that has the database, as tabs do, and sets `callHost` in the page. */
export async function openRawLine(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name = "" }) => /^tidemark-[0-9a-f]{16}$/.test(name));
  });
  await page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    const lock = held.find(({ name = "" }) => /^tidemark-[0-9a-f]{16}$/.test(name))?.name ?? "";
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const name = `${lock}-line-${id}`;
    await new Promise<void>((granted) => {
      void navigator.locks.request(name, () => {
        granted();
        return new Promise<never>(() => {});
      });
    });
    const hello = new BroadcastChannel(`${lock}-hello`);
    const line = new BroadcastChannel(name);
    const answers = new Map<number, (message: { data?: unknown; error?: unknown }) => void>();
    let lastId = 0;
    globalThis.callHost = (method, path, input) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        answers.set(lastId, ({ data, error }) => {
          if (error === undefined) resolve(data);
          else reject(new Error(JSON.stringify(error)));
        });
        line.postMessage({ id: lastId, method, path, input });
      });
    await new Promise<void>((accepted) => {
      line.addEventListener("message", ({ data }) => {
        if ("accepted" in data) accepted();
        else answers.get(data.id)?.(data);
      });
      hello.addEventListener("message", ({ data }) => {
        if ("here" in data) hello.postMessage({ line: id });
      });
      hello.postMessage({ line: id });
    });
  });
}
