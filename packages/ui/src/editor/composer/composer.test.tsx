import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderComposer } from "../../../tests/composer-host.tsx";
import { memoView } from "../../../tests/memo-view.ts";

afterEach(cleanup);

/** Opens the composer with these drafts and one memo. Updates `drafts` as they change. */
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

/** Returns the composer's text, from the plain field or from the editor. */
function words(): string {
  const field = screen.getByRole("textbox", { name: "New memo" });
  return field instanceof HTMLTextAreaElement ? field.value : field.textContent;
}

test("deletes a draft that is already a memo, and doesn't offer it again", async () => {
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

test("offers text typed since, and saves it as the draft", async () => {
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

test("offers a sent draft again if its memo wasn't created", async () => {
  const drafts = new Map([
    ["composer", "milk"],
    ["composer-sent", "m2"],
  ]);
  openComposer(drafts, { id: "m1", content: "milk" });
  await waitFor(() => expect(words()).toBe("milk"));
  expect(drafts.get("composer-sent")).toBe("m2");
});

test("Ctrl+Shift+F turns focus mode on and off", async () => {
  // jsdom has no top layer.
  HTMLElement.prototype.showPopover ??= () => undefined;
  openComposer(new Map(), { id: "m1", content: "" });
  await screen.findByRole("textbox", { name: "New memo" });
  const press = () => {
    // The editor may have replaced the plain field, and jsdom shows no popover.
    const field = screen.getByRole("textbox", { name: "New memo", hidden: true });
    return fireEvent.keyDown(field, { key: "F", code: "KeyF", ctrlKey: true, shiftKey: true });
  };
  const composer = screen.getByRole("region", { name: "New memo" });
  expect(press()).toBe(false);
  expect(composer.hasAttribute("data-focus-mode")).toBe(true);
  expect(press()).toBe(false);
  expect(composer.hasAttribute("data-focus-mode")).toBe(false);
});
