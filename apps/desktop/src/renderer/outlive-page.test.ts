import { expect, test } from "vitest";
import { outlivingPage } from "./outlive-page.ts";

/** Returns a host that answers on request, and records the `keepalive` of each request. */
function slowHost() {
  const kept: boolean[] = [];
  const answers: (() => void)[] = [];
  const send = outlivingPage((_url, { keepalive = false }) => {
    kept.push(keepalive);
    return new Promise((resolve) => answers.push(() => resolve(new Response())));
  });
  const ask = (length: number): Promise<Response> => send("/trpc", { body: "x".repeat(length) });
  return { kept, answers, ask };
}

test("short requests outlive their page; long ones are sent normally", () => {
  const { kept, ask } = slowHost();
  void ask(10);
  void ask(64 * 1024);
  expect(kept).toEqual([true, false]);
});

test("concurrent requests stay within the browser's limit together", async () => {
  const { kept, answers, ask } = slowHost();
  const first = ask(15_000);
  void ask(15_000);
  expect(kept).toEqual([true, false]);
  answers[0]?.();
  await first;
  void ask(15_000);
  expect(kept).toEqual([true, false, true]);
});

test("a failed request frees its share of the limit", async () => {
  let isBroken = true;
  const kept: boolean[] = [];
  const send = outlivingPage(async (_url, { keepalive = false }) => {
    kept.push(keepalive);
    if (isBroken) throw new TypeError("fetch failed");
    return new Response();
  });
  await expect(send("/trpc", { body: "x".repeat(20_000) })).rejects.toThrow("fetch failed");
  isBroken = false;
  await send("/trpc", { body: "x".repeat(20_000) });
  expect(kept).toEqual([true, true]);
});
