import { createTRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@tidemark/core/router";
import { expect, test } from "vitest";
import { afterCreation } from "./after-creation.ts";

/** A host controlled by the test, and the calls that reached it. */
function slowHost(...whenGoing: Parameters<typeof afterCreation>) {
  const reached: string[] = [];
  const answers = new Map<string, (error?: Error) => void>();
  const host: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        if (op.signal?.aborted === true) {
          observer.error(TRPCClientError.from(new Error("given up")));
          return;
        }
        reached.push(op.path);
        answers.set(op.path, (error) => {
          if (error !== undefined) return observer.error(TRPCClientError.from(error));
          observer.next({ result: { type: "data", data: null } });
          observer.complete();
        });
      });
  const client = createTRPCClient<AppRouter>({ links: [afterCreation(...whenGoing), host] });
  const answer = async (path: string, error?: Error): Promise<void> => {
    answers.get(path)?.(error);
    await settled();
  };
  return { client, reached, answer };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("delays calls about a memo until it is created, and no others", async () => {
  const { client, reached, answer } = slowHost();
  const made = client.memos.create.mutate({ id: "new", content: "Just written" });
  const ticked = client.memos.toggleTask.mutate({ id: "new", index: 0, checked: true });
  const trashed = client.memos.trash.mutate({ ids: ["old", "new"] });
  const other = client.memos.get.query({ id: "old" });
  await settled();
  expect(reached).toEqual(["memos.create", "memos.get"]);
  await answer("memos.create");
  await made;
  expect(reached).toEqual(["memos.create", "memos.get", "memos.toggleTask", "memos.trash"]);
  await Promise.all(["memos.toggleTask", "memos.trash", "memos.get"].map((path) => answer(path)));
  await Promise.all([ticked, trashed, other]);
});

test("sends delayed calls even if the creation fails", async () => {
  const { client, reached, answer } = slowHost();
  const made = client.memos.create.mutate({ id: "new", content: "Just written" });
  const got = client.memos.get.query({ id: "new" });
  await settled();
  const outcome = made.catch((error: Error) => error.message);
  await answer("memos.create", new Error("no room"));
  expect(await outcome).toBe("no room");
  expect(reached).toEqual(["memos.create", "memos.get"]);
  await answer("memos.get");
  await got;
});

test("an aborted call stops waiting", async () => {
  const { client, reached, answer } = slowHost();
  const made = client.memos.create.mutate({ id: "new", content: "Just written" });
  const leaving = new AbortController();
  const got = client.memos.get.query({ id: "new" }, { signal: leaving.signal });
  await settled();
  leaving.abort();
  await expect(got).rejects.toThrow("given up");
  await answer("memos.create");
  await made;
  expect(reached).toEqual(["memos.create"]);
});

test("creates memos one after the other, in the order in which they were written", async () => {
  const { client, reached, answer } = slowHost();
  const first = client.memos.create.mutate({ id: "one", content: "First" });
  const second = client.memos.create.mutate({ content: "Second" });
  const third = client.memos.create.mutate({ id: "three", content: "Third" });
  const got = client.memos.get.query({ id: "three" });
  await settled();
  expect(reached).toEqual(["memos.create"]);
  for (const made of [first, second, third]) {
    await answer("memos.create");
    await made;
  }
  await settled();
  expect(reached).toEqual([...Array.from({ length: 3 }, () => "memos.create"), "memos.get"]);
  await answer("memos.get");
  await got;
});

test("a closing page sends waiting mutations in order, and no queries", async () => {
  const going = new Set<() => void>();
  const { client, reached, answer } = slowHost((send) => {
    going.add(send);
    return () => going.delete(send);
  });
  const made = client.memos.create.mutate({ id: "new", content: "- [ ] a\n- [ ] b" });
  const got = client.memos.get.query({ id: "new" });
  const ticked = client.memos.toggleTask.mutate({ id: "new", index: 0, checked: true });
  const pinned = client.memos.update.mutate({ id: "new", patch: { pinned: true } });
  await settled();
  expect(reached).toEqual(["memos.create"]);
  for (const send of going) send();
  expect(reached).toEqual(["memos.create", "memos.toggleTask", "memos.update"]);
  await answer("memos.create");
  expect(reached).toEqual(["memos.create", "memos.toggleTask", "memos.update", "memos.get"]);
  await Promise.all(["memos.toggleTask", "memos.update", "memos.get"].map((path) => answer(path)));
  await Promise.all([made, got, ticked, pinned]);
  expect(going.size).toBe(0);
});
