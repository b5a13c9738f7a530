import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { markUnchosen, whileRemoved } from "../focus/chosen.ts";
import { askOfSelection, clearSelection, useSelection } from "../state/selection.ts";
import { setSingleKeys } from "../state/single-keys.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { timelineRows } from "../timeline/list/rows.ts";
import { feedKeyHandler } from "./feed-keys.ts";

const memos = [
  memoView({ id: "a", createdMs: 3 }),
  memoView({ id: "b", createdMs: 2, pinned: true }),
  memoView({ id: "c", createdMs: 1, state: "ARCHIVED" }),
];

function renderFeed(shown = memos) {
  const actions = {
    create: vi.fn(),
    setPinned: vi.fn(),
    setArchived: vi.fn(),
    toggleTask: vi.fn(),
    setVisibility: vi.fn(),
    setReaction: vi.fn(),
    setLocation: vi.fn(),
    setLink: vi.fn(),
    trash: vi.fn(),
    restore: vi.fn(),
    purge: vi.fn(),
    copy: vi.fn(),
    showHistory: vi.fn(),
    showMerge: vi.fn(),
    closeMerge: vi.fn(),
    takeReading: vi.fn(),
    restoreVersion: vi.fn(),
  };
  const goTo = vi.fn();
  const openMemo = vi.fn();
  const openMenu = vi.fn();
  const openRandom = vi.fn();
  const onKeyDown = feedKeyHandler({
    memoIds: shown.map(({ id }) => id),
    rows: timelineRows({ hasMore: false, pinned: [], memos: shown, nowMs: 0 }),
    actions,
    goTo,
    openMemo,
    openMenu,
    openRandom,
  });
  render(
    <div onKeyDown={onKeyDown}>
      {shown.map(({ id }) => (
        <article key={id} id={`memo-${id}`} data-memo={id} aria-label={id} tabIndex={0}>
          <button type="button">button of {id}</button>
          <input type="checkbox" aria-label={`box of ${id}`} />
          <input type="text" aria-label={`text of ${id}`} />
        </article>
      ))}
      <button type="button">outside</button>
    </div>,
  );
  const article = (id: string) => screen.getByRole("article", { name: id });
  return { actions, goTo, openMemo, openMenu, openRandom, article };
}

beforeEach(() =>
  setUi({ activeId: null, editingId: null, taggingId: null, isShortcutSheetOpen: false }),
);
afterEach(cleanup);

describe("the keys of the feed", () => {
  test("j and k move the focus, and stop at the ends", () => {
    const { article } = renderFeed();
    article("a").focus();
    fireEvent.keyDown(article("a"), { key: "j" });
    expect(document.activeElement).toBe(article("b"));
    fireEvent.keyDown(article("b"), { key: "k" });
    fireEvent.keyDown(article("a"), { key: "k" });
    expect(document.activeElement).toBe(article("a"));
  });

  test("p, a and Delete act on the memo that has the focus", () => {
    const { article, actions } = renderFeed();
    fireEvent.keyDown(article("a"), { key: "p" });
    fireEvent.keyDown(article("b"), { key: "p" });
    fireEvent.keyDown(article("a"), { key: "a" });
    fireEvent.keyDown(article("c"), { key: "a" });
    fireEvent.keyDown(article("b"), { key: "Delete" });
    expect(actions.setPinned.mock.calls).toEqual([
      ["a", true],
      ["b", false],
    ]);
    expect(actions.setArchived.mock.calls).toEqual([
      ["a", true],
      ["c", false],
    ]);
    expect(actions.trash).toHaveBeenCalledExactlyOnceWith("b");
  });

  test("keys pressed while a memo is being removed don't act on it, and do once that failed", async () => {
    const { article, actions } = renderFeed();
    const removal = Promise.withResolvers<void>();
    const ended = whileRemoved("a", () => removal.promise);
    for (const key of ["a", "p", "t", "v", "e", "Delete"]) fireEvent.keyDown(article("a"), { key });
    expect(actions.setArchived).not.toHaveBeenCalled();
    expect(actions.setPinned).not.toHaveBeenCalled();
    expect(actions.trash).not.toHaveBeenCalled();
    expect(useUi.getState()).toMatchObject({ taggingId: null, editingId: null });
    fireEvent.keyDown(article("b"), { key: "a" });
    expect(actions.setArchived).toHaveBeenCalledExactlyOnceWith("b", true);
    removal.reject(new Error("the memo stays"));
    await expect(ended).rejects.toThrow("stays");
    fireEvent.keyDown(article("a"), { key: "Delete" });
    expect(actions.trash).toHaveBeenCalledExactlyOnceWith("a");
  });

  test("y and Shift+Y copy, c and l open the page, v and r open a part of the menu", () => {
    const theirs = memoView({ id: "d", author: "amy", content: "*hers*" });
    // Each on a separate list: after most of them, keys are held for the part that opens.
    const pressed = (id: string, key: string) => {
      const { article, actions, openMemo, openMenu } = renderFeed([...memos, theirs]);
      fireEvent.keyDown(article(id), { key });
      const { reachOnOpen } = useUi.getState();
      cleanup();
      setUi({ reachOnOpen: null });
      const calls = [actions.copy, openMemo, openMenu].flatMap(({ mock }) => mock.calls);
      return reachOnOpen === null ? calls : [...calls, reachOnOpen];
    };
    expect(pressed("d", "y")).toEqual([[expect.stringContaining("#/m/d")]]);
    expect(pressed("d", "Y")).toEqual([["*hers*"]]);
    expect(pressed("d", "c")).toEqual([["d"], "c"]);
    expect(pressed("d", "r")).toEqual([[theirs, expect.anything(), "reactions"]]);
    expect(pressed("d", "l")).toEqual([]);
    expect(pressed("d", "v")).toEqual([]);
    expect(pressed("a", "l")).toEqual([["a"], "l"]);
    expect(pressed("a", "v")).toEqual([[memos[0], expect.anything(), "visibility"]]);
  });

  test("Shift+R opens a random memo", () => {
    const { article, openRandom } = renderFeed();
    fireEvent.keyDown(article("a"), { key: "R", shiftKey: true });
    expect(openRandom).toHaveBeenCalledOnce();
  });

  test("with single-key shortcuts off, only arrows, Enter and Delete work", () => {
    setSingleKeys(false);
    onTestFinished(() => setSingleKeys(true));
    const { article, actions, openMemo } = renderFeed();
    article("a").focus();
    for (const key of ["j", "p", "a", "/", "g", "t"]) fireEvent.keyDown(article("a"), { key });
    expect(document.activeElement).toBe(article("a"));
    expect(actions.setPinned).not.toHaveBeenCalled();
    expect(actions.setArchived).not.toHaveBeenCalled();
    fireEvent.keyDown(article("a"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(article("b"));
    fireEvent.keyDown(article("b"), { key: "Enter" });
    expect(openMemo).toHaveBeenCalledExactlyOnceWith("b");
    fireEvent.keyDown(article("b"), { key: "Delete" });
    expect(actions.trash).toHaveBeenCalledExactlyOnceWith("b");
  });

  test("t opens the tags of the focused memo, if they can be changed", () => {
    const theirs = memoView({ id: "d", author: "amy" });
    const { article } = renderFeed([...memos, theirs]);
    for (const [id, tagging] of [
      ["d", null],
      ["c", "c"],
      ["a", "a"],
    ] as const) {
      fireEvent.keyDown(article(id), { key: "t" });
      expect(useUi.getState().taggingId).toBe(tagging);
      setUi({ taggingId: null });
    }
  });

  test("Enter opens a focused memo, but not while one of its buttons has the focus", () => {
    const { article, openMemo } = renderFeed();
    fireEvent.keyDown(screen.getByRole("button", { name: "button of a" }), { key: "Enter" });
    expect(openMemo).not.toHaveBeenCalled();
    fireEvent.keyDown(article("a"), { key: "Enter" });
    expect(openMemo).toHaveBeenCalledExactlyOnceWith("a");
  });

  test("o expands a long memo, and collapses it again", () => {
    const { article } = renderFeed();
    const isWhole = () => useUi.getState().wholeIds.has("a");
    fireEvent.keyDown(article("a"), { key: "o" });
    expect(isWhole()).toBe(true);
    fireEvent.keyDown(article("a"), { key: "o" });
    expect(isWhole()).toBe(false);
  });

  test("keys typed while the editor loads run no command", () => {
    const { article, actions } = renderFeed();
    fireEvent.keyDown(article("a"), { key: "e" });
    fireEvent.keyDown(article("a"), { key: "p" });
    fireEvent.keyDown(article("a"), { key: "Delete" });
    expect(actions.setPinned).not.toHaveBeenCalled();
    expect(actions.trash).not.toHaveBeenCalled();
  });

  test.each([
    ["t", "timeline"],
    ["a", "archive"],
    ["x", "trash"],
    ["k", "tasks"],
  ])("g %s goes to the %s and does nothing else", (key, view) => {
    const { article, actions, goTo } = renderFeed();
    fireEvent.keyDown(article("a"), { key: "g" });
    fireEvent.keyDown(article("a"), { key });
    expect(goTo).toHaveBeenCalledExactlyOnceWith({ view });
    expect(actions.setArchived).not.toHaveBeenCalled();
  });

  test("a comment can be edited and trashed, but not pinned, archived or shared", () => {
    const { article, actions } = renderFeed([memoView({ id: "a", parent: "above" })]);
    for (const key of ["p", "a", "s", "Delete"]) fireEvent.keyDown(article("a"), { key });
    fireEvent.keyDown(article("a"), { key: "e" });
    expect(actions.setPinned).not.toHaveBeenCalled();
    expect(actions.setArchived).not.toHaveBeenCalled();
    expect(actions.trash).toHaveBeenCalledExactlyOnceWith("a");
    expect(useUi.getState().editingId).toBe("a");
  });

  test("in the trash Delete asks to purge, and nothing can be edited", () => {
    const { article, actions } = renderFeed([memoView({ id: "a", deletedMs: 1 })]);
    fireEvent.keyDown(article("a"), { key: "p" });
    fireEvent.keyDown(article("a"), { key: "e" });
    fireEvent.keyDown(article("a"), { key: "t" });
    fireEvent.keyDown(article("a"), { key: "Delete" });
    expect(actions.setPinned).not.toHaveBeenCalled();
    expect(useUi.getState().editingId).toBeNull();
    expect(useUi.getState().taggingId).toBeNull();
    expect(actions.purge).toHaveBeenCalledExactlyOnceWith("a");
  });
});

describe("the keys that select", () => {
  beforeEach(() => clearSelection());
  const selected = () => [...useSelection.getState().ids].sort().join("");

  test("x selects and unselects, Shift with arrows extends and moves", () => {
    const { article } = renderFeed();
    fireEvent.keyDown(article("a"), { key: "x" });
    expect(selected()).toBe("a");
    article("a").focus();
    fireEvent.keyDown(article("a"), { key: "ArrowDown", shiftKey: true });
    expect(document.activeElement).toBe(article("b"));
    fireEvent.keyDown(article("b"), { key: "ArrowDown", shiftKey: true });
    fireEvent.keyDown(article("c"), { key: "ArrowDown", shiftKey: true });
    expect(selected()).toBe("abc");
    fireEvent.keyDown(article("c"), { key: "ArrowUp", shiftKey: true });
    expect(selected()).toBe("ab");
    fireEvent.keyDown(article("b"), { key: "x" });
    expect(selected()).toBe("a");
  });

  test("with a selection, keys act on it and leave the focused memo alone", () => {
    const { article, actions } = renderFeed();
    render(<div className="select-bar" />);
    fireEvent.keyDown(article("a"), { key: "x" });
    const asked = ["p", "a", "t", "v", "Delete", "Escape"].map((key) => {
      fireEvent.keyDown(article("b"), { key });
      const { asked: command } = useSelection.getState();
      askOfSelection(null);
      return command;
    });
    expect(asked).toEqual(["pin", "archive", "tags", "visibility", "trash", "unselect"]);
    for (const act of [actions.setPinned, actions.setArchived, actions.trash]) {
      expect(act).not.toHaveBeenCalled();
    }
    expect(useUi.getState().taggingId).toBeNull();
  });

  test("keys pressed while the bar loads wait until it has run the command", async () => {
    const { article } = renderFeed();
    fireEvent.keyDown(article("a"), { key: "x" });
    article("b").focus();
    fireEvent.keyDown(article("b"), { key: "a" });
    fireEvent.keyDown(article("b"), { key: "x" });
    expect(selected()).toBe("a");
    askOfSelection(null);
    await vi.waitFor(() => expect(selected()).toBe("ab"));
  });

  test("no key changes a memo that came into the place of a removed one, until it is chosen", () => {
    const { article, actions } = renderFeed();
    const press = (): void => {
      for (const key of ["a", "p", "x", "Delete", "t", "e"]) {
        fireEvent.keyDown(article("b"), { key });
      }
    };
    article("b").focus();
    markUnchosen("b");
    press();
    expect(actions.setArchived).not.toHaveBeenCalled();
    expect(actions.setPinned).not.toHaveBeenCalled();
    expect(actions.trash).not.toHaveBeenCalled();
    expect(selected()).toBe("");
    expect(useUi.getState()).toMatchObject({ taggingId: null, editingId: null });
    fireEvent.pointerDown(article("b"));
    fireEvent.keyDown(article("b"), { key: "a" });
    expect(actions.setArchived).toHaveBeenCalledExactlyOnceWith("b", true);

    article("a").focus();
    markUnchosen("a");
    fireEvent.keyDown(article("a"), { key: "j" });
    fireEvent.keyDown(article("b"), { key: "p" });
    expect(actions.setPinned).toHaveBeenCalledExactlyOnceWith("b", false);
  });

  test("Ctrl+A selects all if there is a selection, and is the browser's otherwise", () => {
    const { article } = renderFeed();
    expect(fireEvent.keyDown(article("a"), { key: "a", ctrlKey: true })).toBe(true);
    expect(selected()).toBe("");
    fireEvent.keyDown(article("b"), { key: "x" });
    expect(fireEvent.keyDown(article("b"), { key: "a", ctrlKey: true })).toBe(false);
    expect(selected()).toBe("abc");
  });
});
