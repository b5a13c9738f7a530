import { expect, test } from "vitest";
import { outlivingPage } from "./outlive-page.ts";

/** A host that answers when it is told to, and what it was asked with. */
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

test("what is short outlives its page, and what is long is sent without that", () => {
  const { kept, ask } = slowHost();
  void ask(10);
  void ask(64 * 1024);
  expect(kept).toEqual([true, false]);
});

test("all that is under way at once stays within what a browser allows, answered or failed", async () => {
  const { kept, answers, ask } = slowHost();
  const first = ask(15_000);
  void ask(15_000);
  expect(kept).toEqual([true, false]);
  answers[0]?.();
  await first;
  void ask(15_000);
  expect(kept).toEqual([true, false, true]);
});

test("a request that fails gives its room back", async () => {
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
