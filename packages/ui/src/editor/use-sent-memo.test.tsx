import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { type SentMemo, useSentMemo } from "./use-sent-memo.ts";

afterEach(cleanup);

/** What opens pages on one database of drafts. */
function database(): () => SentMemo {
  const drafts = new Map<string, string>();
  const client = {
    drafts: {
      get: { query: async ({ key }: { key: string }) => drafts.get(key) ?? "" },
      set: {
        mutate: async ({ key, content }: { key: string; content: string }) =>
          void drafts.set(key, content),
      },
    },
  } as unknown as TidemarkClient;
  return () =>
    renderHook(() => useSentMemo("composer"), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <ClientProvider value={client}>{children}</ClientProvider>
      ),
    }).result.current;
}

test("a draft whose tab was closed before the answer came is sent under the same id again", async () => {
  const open = database();
  const id = open().send("milk");
  const next = open();
  await next.found("milk");
  expect(next.send("milk")).toBe(id);
});

test("what was made, and a text that was changed, are no memo that was sent before", async () => {
  const open = database();
  const page = open();
  const id = page.send("milk");
  const changed = open();
  await changed.found("milk");
  expect(changed.send("milk and bread")).not.toBe(id);
  page.failed({ id, content: "milk" });
  expect(page.send("milk")).toBe(id);
  page.made(id);
  const next = open();
  await next.found("milk");
  expect(next.send("milk")).not.toBe(id);
});

test("two memos with the same text, one sent while the other has no answer, are two", () => {
  const page = database()();
  expect(page.send("milk")).not.toBe(page.send("milk"));
});
