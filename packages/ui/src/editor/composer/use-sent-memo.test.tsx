import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { type SentMemo, useSentMemo } from "./use-sent-memo.ts";

afterEach(cleanup);

/** A database of memos and drafts, and what opens pages on it. */
function database() {
  const drafts = new Map<string, string>();
  const memos = new Map<string, string>();
  const files: string[] = [];
  const client = {
    drafts: {
      get: { query: async ({ key }: { key: string }) => drafts.get(key) ?? "" },
      set: {
        mutate: async ({ key, content }: { key: string; content: string }) =>
          void drafts.set(key, content),
      },
    },
    memos: {
      get: {
        query: async ({ id }: { id: string }) => {
          const content = memos.get(id);
          if (content === undefined) throw new Error("no such memo");
          return memoView({ id, content });
        },
      },
    },
    attachments: { ofDraft: { query: async () => files } },
  } as unknown as TidemarkClient;
  const open = (): SentMemo =>
    renderHook(() => useSentMemo("composer"), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <ClientProvider value={client}>{children}</ClientProvider>
      ),
    }).result.current;
  return { open, memos, files, drafts };
}

test("a draft that another page has saved since it was read is not offered", async () => {
  const { open, drafts } = database();
  drafts.set("composer", "milk");
  expect(await open().found("milk", "stored")).toEqual({ offered: "milk", made: [] });
  drafts.set("composer", "");
  expect(await open().found("milk", "stored")).toEqual({ offered: "", made: [] });
});

test("a draft whose tab was closed before the memo was made is sent under the same id again", async () => {
  const { open } = database();
  const id = open().send("milk");
  const next = open();
  expect(await next.found("milk", "here")).toEqual({ offered: "milk", made: [] });
  expect(next.send("milk")).toBe(id);
});

test("what was made, and a text that was changed, are no memo that was sent before", async () => {
  const { open } = database();
  const page = open();
  const id = page.send("milk");
  const changed = open();
  await changed.found("milk", "here");
  expect(changed.send("milk and bread")).not.toBe(id);
  page.failed({ id, content: "milk" });
  expect(page.send("milk")).toBe(id);
  page.made([id]);
  const next = open();
  await next.found("milk", "here");
  expect(next.send("milk")).not.toBe(id);
});

test("two memos with the same text, one sent while the other has no answer, are two", () => {
  const page = database().open();
  expect(page.send("milk")).not.toBe(page.send("milk"));
});

describe("a draft of a page that was left before it heard of its memo", () => {
  test("is not offered where the memo was made", async () => {
    const { open, memos } = database();
    const id = open().send("milk");
    memos.set(id, "milk");
    const next = open();
    expect(await next.found("milk", "here")).toEqual({ offered: "", made: [id] });
    next.made([id]);
    // The same words once more are a memo of their own.
    expect(await open().found("milk", "here")).toEqual({ offered: "milk", made: [] });
  });

  test("is not offered where the memo was made and a task of it ticked, but what was typed since is", async () => {
    const { open, memos } = database();
    const id = open().send("- [ ] milk\n- [X] bread");
    memos.set(id, "- [x] milk\n- [X] bread");
    expect(await open().found("- [ ] milk\n- [X] bread", "here")).toEqual({
      offered: "",
      made: [id],
    });
    expect(await open().found("- [ ] milk\n- [X] bread\n\n- [x] more", "here")).toEqual({
      offered: "- [x] more",
      made: [id],
    });
  });

  test("is offered as a new memo with words that the memo does not have", async () => {
    const { open, memos } = database();
    const id = open().send("milk");
    memos.set(id, "milk");
    const next = open();
    expect(await next.found("milk and bread", "here")).toEqual({
      offered: "milk and bread",
      made: [id],
    });
    expect(next.send("milk and bread")).not.toBe(id);
  });

  test("is offered without the texts of all memos that were made, in their order", async () => {
    const { open, memos } = database();
    const page = open();
    const ids = [page.send("milk"), page.send("bread")];
    for (const [at, id] of ids.entries()) memos.set(id, ["milk", "bread"][at] ?? "");
    expect(await open().found("milk\n\nbread\n\nand tea", "here")).toEqual({
      offered: "and tea",
      made: ids,
    });
  });

  test("is offered with what was not made, and that is sent under its id again", async () => {
    const { open, memos } = database();
    const page = open();
    const made = page.send("milk");
    const unmade = page.send("bread");
    memos.set(made, "milk");
    const next = open();
    expect(await next.found("milk\n\nbread", "here")).toEqual({ offered: "bread", made: [made] });
    expect(next.send("bread")).toBe(unmade);
  });

  test("is offered under its id where files were added since, for the memo to have them", async () => {
    const { open, memos, files } = database();
    const id = open().send("milk");
    memos.set(id, "milk");
    files.push("a");
    const next = open();
    expect(await next.found("milk", "here")).toEqual({ offered: "milk", made: [] });
    expect(next.send("milk")).toBe(id);
  });
});
