import type { FastifyRequest } from "fastify";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { keepCompressed } from "./documentation.ts";

test("answers of the documentation are created and compressed once for all callers", async () => {
  let made = 0;
  const page = keepCompressed({
    async page({ url }) {
      made += 1;
      const status = url.includes("nowhere") ? 404 : 200;
      return { status, headers: {}, body: Buffer.from(`answer ${made}`) };
    },
  });
  const ask = (url: string, headers = {}) => page({ url, headers } as FastifyRequest);

  const [first, second] = await Promise.all([ask("/docs/json"), ask("/docs/json?x=1")]);
  const third = await ask("/docs/json", { "if-none-match": "x", range: "bytes=0-1" });
  expect(second.compressed).toBe(first.compressed);
  expect(third.compressed).toBe(first.compressed);
  expect(gunzipSync(first.compressed ?? "").toString()).toBe(first.body?.toString());

  const before = made;
  const file = await ask("/docs/static/a.css");
  for (let i = 0; i < 3; i += 1) {
    expect((await ask("/docs/static/a.css")).compressed).toBe(file.compressed);
  }
  expect(made).toBe(before + 1);
  // A 404 answer isn't cached.
  await ask("/docs/static/nowhere.css");
  await ask("/docs/static/nowhere.css");
  expect(made).toBe(before + 3);
});
