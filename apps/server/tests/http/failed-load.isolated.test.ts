import { expect, test, vi } from "vitest";
import { startFileServer } from "../file-client.ts";
import { text, tus } from "../sync/tus-client.ts";

// Modules that are loaded by the first request may fail to load, for example if no file descriptor is left.

const failing = vi.hoisted(() => async <T extends object>(original: () => Promise<T>) => {
  const real = await original();
  let isFirst = true;
  return Object.fromEntries(
    Object.entries(real).map(([name, made]) => [
      name,
      (...args: unknown[]) => {
        if (!isFirst) return made(...args);
        isFirst = false;
        throw new Error("no file is left: /secret/path");
      },
    ]),
  );
});

vi.mock("../../src/app/documented.ts", failing);
vi.mock("../../src/sync/blob-server.ts", failing);

test("documentation that fails to load returns an error, and the next request loads it", async () => {
  await using api = await startFileServer();
  const failed = await fetch(`${api.server.url}/docs/`);
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({
    code: 13,
    message: expect.stringMatching(/^internal error, see /),
  });
  expect((await fetch(`${api.server.url}/docs/`)).status).toBe(200);
});

test("an upload parser that fails to load is loaded by the next upload", async () => {
  await using api = await startFileServer();
  const { create } = tus(api);
  expect((await create(text(10))).status).toBe(500);
  expect((await create(text(10))).status).toBe(201);
});
