import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { MemoView } from "@tidemark/core/router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memoView } from "../../../tests/memo-view.ts";
import { useUi } from "../../state/ui-state.ts";
import { blurAll } from "../../tags/blur.ts";
import { MemoCard } from "./memo-card.tsx";

const now = new Date(2026, 10, 20, 14, 2).getTime();

function renderCard(
  memo: Partial<MemoView>,
  how: { readonly isHit?: boolean; readonly isLine?: boolean; readonly isFound?: boolean } = {},
) {
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
  const onTag = vi.fn();
  render(
    <MemoCard
      memo={memoView({ createdMs: now, updatedMs: now, ...memo })}
      position={3}
      setSize={-1}
      isFirst
      isLast
      terms={[]}
      nowMs={now}
      isActive={false}
      isEditing={false}
      isLine={false}
      isHit={false}
      {...how}
      above={undefined}
      actions={actions}
      onTag={onTag}
      openMenu={vi.fn()}
    />,
  );
  return { actions, onTag, card: screen.getByRole("article") };
}

const names = () => screen.getAllByRole("button").map((button) => button.ariaLabel);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("a card", () => {
  test("shows the title of the memo's space when it is known", () => {
    renderCard({ visibility: "SPACE", space: "spaces/g", spaceTitle: "Garden" });
    expect(screen.getByText("Garden")).toBeTruthy();
    cleanup();
    renderCard({ visibility: "SPACE", space: "spaces/g", spaceTitle: null });
    expect(screen.getByText("Space")).toBeTruthy();
    cleanup();
    renderCard({ visibility: "PUBLIC", space: "spaces/g", spaceTitle: "Garden" });
    expect(screen.queryByText("Garden")).toBeNull();
  });

  test("shows the day of a blurred memo among the results of a search", async () => {
    blurAll(true);
    const { card } = renderCard({ content: "# Plan" }, { isHit: true });
    await vi.waitFor(() => expect(card.querySelector("time")?.textContent).toMatch(/^Today .*2/));
    expect(card.dataset["hit"]).toBeDefined();
    cleanup();
    renderCard({ content: "# Plan" });
    expect(screen.getByRole("article").dataset["hit"]).toBeUndefined();
    blurAll(false);
  });

  test("shows the date of a result of a search in the view of lines", async () => {
    const createdMs = new Date(2019, 4, 3, 10, 0).getTime();
    const { card } = renderCard({ createdMs }, { isLine: true, isFound: true });
    await vi.waitFor(() => expect(card.querySelector("time")?.textContent).toContain("2019"));
    cleanup();
    const listed = renderCard({ createdMs }, { isLine: true }).card;
    await vi.waitFor(() => expect(listed.querySelector("time")?.textContent).toContain("10"));
    expect(listed.querySelector("time")?.textContent).not.toContain("2019");
  });

  test("is labelled by its day, its time and its first line", () => {
    const { card } = renderCard({ content: "# Plan\n\nmore" });
    expect(card.ariaLabel).toMatch(/^Today .*2.*, Plan$/);
    expect(card.ariaPosInSet).toBe("3");
    expect(card.ariaSetSize).toBe("-1");
  });

  test.each<[string, Partial<MemoView>, string[]]>([
    ["a memo", {}, ["Edit", "Pin", "More actions"]],
    ["a pinned memo", { pinned: true }, ["Edit", "Unpin", "More actions"]],
    ["an archived memo", { state: "ARCHIVED" }, ["Edit", "Unarchive", "More actions"]],
    ["a trashed memo", { deletedMs: 1 }, ["Restore", "Delete forever", "More actions"]],
  ])("shows the actions for %s", (_what, memo, expected) => {
    renderCard(memo);
    expect(names()).toEqual(expected);
  });

  test("shows the author of another user's memo and no editing actions", () => {
    const { card } = renderCard({ author: "bob", content: "- [ ] water", visibility: "PUBLIC" });
    expect(card.textContent).toMatch(/By bob/);
    expect(names()).toEqual(["More actions"]);
    expect(screen.getByRole("checkbox")).toHaveProperty("disabled", true);
  });

  test("runs its buttons' commands on its memo", () => {
    const { actions } = renderCard({ id: "m7" });
    fireEvent.click(screen.getByRole("button", { name: "Pin" }));
    fireEvent.click(screen.getByRole("button", { name: "Edit" }));
    expect(actions.setPinned).toHaveBeenCalledExactlyOnceWith("m7", true);
    expect(useUi.getState().editingId).toBe("m7");
  });

  test("toggles a task by its box and reports a clicked tag", () => {
    const { actions, onTag } = renderCard({ id: "m7", content: "- [x] a\n- [ ] b #home/garden" });
    fireEvent.click(screen.getByRole("checkbox", { name: /^b/ }));
    fireEvent.click(screen.getByRole("link", { name: "#home/garden" }));
    expect(actions.toggleTask).toHaveBeenCalledExactlyOnceWith("m7", 1, true);
    const itsMemo: unknown = expect.objectContaining({ id: "m7" });
    expect(onTag).toHaveBeenCalledExactlyOnceWith("home/garden", itsMemo);
  });

  test("disables its task boxes in the trash", () => {
    renderCard({ deletedMs: 1, content: "- [ ] a" });
    expect(screen.getByRole("checkbox", { name: "a" })).toHaveProperty("disabled", true);
  });

  test("shows that it isn't synced only after ten seconds", () => {
    renderCard({ isSynced: false });
    act(() => void vi.advanceTimersByTime(9_900));
    expect(screen.queryByText("Not synced yet")).toBeNull();
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.getByText("Not synced yet")).toBeDefined();
  });

  test("shows a visibility other than private, and a merge", async () => {
    // The note of a merge is loaded with the first one.
    vi.useRealTimers();
    renderCard({ visibility: "PROTECTED", isMerged: true });
    expect(screen.getByText("Signed-in users")).toBeDefined();
    expect(await screen.findByText(/^Merged with changes/)).toBeDefined();
    cleanup();
    renderCard({});
    expect(screen.queryByText("Private")).toBeNull();
    expect(screen.queryByText(/^Merged/)).toBeNull();
  });

  test("shows only the beginning of a long memo until it is expanded", () => {
    const { card } = renderCard({ content: `${"a line of words\n".repeat(1000)}the end` });
    expect(card.textContent).not.toContain("the end");
    fireEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(card.textContent).toContain("the end");
  });
});
