import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { MemoView, MergeView } from "@tidemark/core/router";
import { memoView } from "../../../tests/memo-view.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { useBlur } from "../../tags/blur.ts";
import { MergeLine, MergeReadings } from "./merge-note.tsx";

afterEach(() => {
  cleanup();
  useBlur.setState({ isAll: false });
});

const merge: MergeView = {
  device: "Desk",
  places: [{ index: 1, kept: "15", other: "12", keptDevice: null, otherDevice: "Desk" }],
};

function renderNote(memo: Partial<MemoView>) {
  const actions = { takeReading: vi.fn(), closeMerge: vi.fn(), showMerge: vi.fn() };
  const shown = memoView({ id: "m1", content: "price 15", isMerged: true, ...memo });
  const props = { memo: shown, actions: actions as unknown as MemoActions };
  render(
    <>
      <MergeLine {...props} />
      <MergeReadings {...props} />
    </>,
  );
  return { actions, shown };
}

describe("the note of a merge", () => {
  test("T3e · names both readings and their devices, and replaces the kept one at a click", () => {
    const { actions, shown } = renderNote({ merge });
    expect(screen.getByText("Merged with changes from Desk")).toBeDefined();
    expect(screen.getByText("Kept “15” (this device), not “12” (Desk).")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Use “12”" }));
    expect(actions.takeReading).toHaveBeenCalledWith(shown, 1);
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(actions.closeMerge).toHaveBeenCalledWith("m1");
  });

  test("names no device that it doesn't know, and shortens a long reading", () => {
    const other = "word ".repeat(40);
    const places = [{ index: 0, kept: "15", other, keptDevice: "", otherDevice: null }];
    renderNote({ merge: { device: "", places } });
    expect(screen.getByText("Merged with changes from another device")).toBeDefined();
    expect(
      screen.getByText(/^Kept “15” \(another device\), not “word .{50,60}…” \(this device\)/),
    ).toBeDefined();
  });

  test("shows no readings of a blurred memo", () => {
    useBlur.setState({ isAll: true });
    renderNote({ merge });
    expect(screen.queryByText(/Kept/)).toBeNull();
    expect(screen.queryByRole("button", { name: /^Use/ })).toBeNull();
  });
});
