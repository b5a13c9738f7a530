import type { App } from "@tidemark/core/router";
import { expect, test } from "vitest";
import { deferredApp } from "./deferred-app.ts";

/** Part of an app; shows which app answered. */
class Sized {
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  async sizes(): Promise<string> {
    return this.#name;
  }
}

function appOf(name: string): App {
  return {
    profile: async () => ({ user: name }),
    library: new Sized(name),
    async *watchChanges() {
      yield name;
    },
  } as unknown as App;
}

function open() {
  let current = appOf("first");
  let gate: Promise<void> | null = null;
  const app = deferredApp(
    () => current,
    () => gate,
  );
  return {
    app,
    close(): { reopen(): void; giveUp(): void } {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      promise.catch(() => undefined);
      gate = promise;
      return {
        reopen() {
          current = appOf("second");
          gate = null;
          resolve();
        },
        giveUp: () => reject(new Error("it is closed")),
      };
    },
  };
}

const asked = async (app: App): Promise<unknown[]> => [
  await app.profile(),
  await app.library.sizes(),
  await Array.fromAsync(app.watchChanges(undefined)),
];

test("forwards calls to the current app, including its parts and streams", async () => {
  const { app, close } = open();
  expect(await asked(app)).toEqual([{ user: "first" }, "first", ["first"]]);
  close().reopen();
  expect(await asked(app)).toEqual([{ user: "second" }, "second", ["second"]]);
});

test("A30 · calls made between two apps wait for the second", async () => {
  const { app, close } = open();
  const between = close();
  const waiting = [
    app.profile(),
    app.library.sizes(),
    Array.fromAsync(app.watchChanges(undefined)),
  ];
  between.reopen();
  expect(await Promise.all(waiting)).toEqual([{ user: "second" }, "second", ["second"]]);
});

test("A30 · calls are rejected if no second app follows", async () => {
  const { app, close } = open();
  const between = close();
  const waiting = [app.profile(), app.library.sizes()];
  between.giveUp();
  for (const each of waiting) await expect(each).rejects.toThrow("it is closed");
});
