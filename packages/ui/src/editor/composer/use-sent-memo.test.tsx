import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { type SentMemo, useSentMemo } from "./use-sent-memo.ts";

afterEach(cleanup);

/** Database of memos and drafts, with a function that opens pages on it. */
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

test("doesn't offer a draft that another page has cleared since it was read", async () => {
  const { open, drafts } = database();
  drafts.set("composer", "milk");
  expect(await open().found("milk", "stored")).toEqual({ offered: "milk", made: [] });
  drafts.set("composer", "");
  expect(await open().found("milk", "stored")).toEqual({ offered: "", made: [] });
});

test("reuses the id of a draft whose tab was closed before the memo was created", async () => {
  const { open } = database();
  const id = open().send("milk");
  const next = open();
  expect(await next.found("milk", "here")).toEqual({ offered: "milk", made: [] });
  expect(next.send("milk")).toBe(id);
});

test("uses a new id for a created memo and for a changed text", async () => {
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

test("gives two memos with the same text two ids while the first is pending", () => {
  const page = database().open();
  expect(page.send("milk")).not.toBe(page.send("milk"));
});

describe("a draft of a page that was left before its memo was confirmed", () => {
  test("is not offered if the memo was created", async () => {
    const { open, memos } = database();
    const id = open().send("milk");
    memos.set(id, "milk");
    const next = open();
    expect(await next.found("milk", "here")).toEqual({ offered: "", made: [id] });
    next.made([id]);
    // The same text once more is a new memo.
    expect(await open().found("milk", "here")).toEqual({ offered: "milk", made: [] });
  });

  test("is not offered if the memo was created and a task of it checked, but newer text is", async () => {
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

  test("is offered as a new memo if it has text that the memo lacks", async () => {
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

  test("is offered without the texts of all created memos, in order", async () => {
    const { open, memos } = database();
    const page = open();
    const ids = [page.send("milk"), page.send("bread")];
    for (const [at, id] of ids.entries()) memos.set(id, ["milk", "bread"][at] ?? "");
    expect(await open().found("milk\n\nbread\n\nand tea", "here")).toEqual({
      offered: "and tea",
      made: ids,
    });
  });

  test("is offered with the text of a memo that wasn't created, under the same id", async () => {
    const { open, memos } = database();
    const page = open();
    const made = page.send("milk");
    const unmade = page.send("bread");
    memos.set(made, "milk");
    const next = open();
    expect(await next.found("milk\n\nbread", "here")).toEqual({ offered: "bread", made: [made] });
    expect(next.send("bread")).toBe(unmade);
  });

  test("is offered under its id if files were added since, so the memo gets them", async () => {
    const { open, memos, files } = database();
    const id = open().send("milk");
    memos.set(id, "milk");
    files.push("a");
    const next = open();
    expect(await next.found("milk", "here")).toEqual({ offered: "milk", made: [] });
    expect(next.send("milk")).toBe(id);
  });
});
