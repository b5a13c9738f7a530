import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderComposer } from "../../../tests/composer-host.tsx";
import { memoView } from "../../../tests/memo-view.ts";

afterEach(cleanup);

/** Opens the composer over a host with these drafts and one memo. Gives the drafts, as they change. */
function openComposer(drafts: Map<string, string>, memo: { id: string; content: string }) {
  renderComposer({
    drafts: {
      get: (key) => drafts.get(key) ?? "",
      set: (key, content) => void drafts.set(key, content),
    },
    memos: {
      get: {
        query: async ({ id }: { id: string }) => {
          if (id !== memo.id) throw new Error("no such memo");
          return memoView(memo);
        },
      },
    },
  });
}

/** What stands in the composer, which is a plain field until its editor has come. */
function words(): string {
  const field = screen.getByRole("textbox", { name: "New memo" });
  return field instanceof HTMLTextAreaElement ? field.value : field.textContent;
}

test("a draft that is a memo already is let go, and not offered again", async () => {
  const drafts = new Map([
    ["composer", "milk"],
    ["composer-sent", "m1"],
  ]);
  openComposer(drafts, { id: "m1", content: "milk" });
  await waitFor(() =>
    expect(Object.fromEntries(drafts)).toEqual({ composer: "", "composer-sent": "" }),
  );
  expect(words()).not.toContain("milk");
});

test("what was typed since is offered, and kept as the draft", async () => {
  const drafts = new Map([
    ["composer", "milk\n\nbread"],
    ["composer-sent", "m1"],
  ]);
  openComposer(drafts, { id: "m1", content: "milk" });
  await waitFor(() => expect(words()).toBe("bread"));
  await waitFor(() =>
    expect(Object.fromEntries(drafts)).toEqual({ composer: "bread", "composer-sent": "" }),
  );
});

test("a draft that was sent and is no memo is offered again", async () => {
  const drafts = new Map([
    ["composer", "milk"],
    ["composer-sent", "m2"],
  ]);
  openComposer(drafts, { id: "m1", content: "milk" });
  await waitFor(() => expect(words()).toBe("milk"));
  expect(drafts.get("composer-sent")).toBe("m2");
});
