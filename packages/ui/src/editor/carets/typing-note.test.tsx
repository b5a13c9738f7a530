import type { OtherEditor } from "@tidemark/core/carets";
import { cleanup, render, renderHook, act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { EditorView } from "@codemirror/view";
import * as Y from "yjs";
import { useFeedback } from "../../feedback/feedback.ts";
import { TypingNote } from "./typing-note.tsx";
import { useOtherEditors } from "./use-other-editors.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const laptop = (isTyping: boolean, session = 1): OtherEditor => ({
  session,
  device: "Laptop",
  caret: { gen: 1, anchor: "AQID", head: "AQID", isTyping },
});

test("V5b · reserves its space while another editor is present, and names the one who types", () => {
  const { container, rerender } = render(<TypingNote others={[]} />);
  expect(container.innerHTML).toBe("");
  rerender(<TypingNote others={[laptop(false)]} />);
  expect(container.querySelector("p")?.textContent).toBe("");
  rerender(<TypingNote others={[laptop(true)]} />);
  const note = container.querySelector("p");
  expect(note?.textContent).toBe("Laptop is typing");
  expect(note?.dataset["tone"]).toMatch(/^[1-4]$/);
  // Screen readers get a separate announcement.
  expect(note?.getAttribute("role")).toBeNull();
});

test("V5b · reports typing while another editor types, and for a moment after", async () => {
  vi.useFakeTimers();
  let hear: (others: readonly OtherEditor[]) => void = () => {};
  const watch = (onOthers: typeof hear) => {
    hear = onOthers;
    return () => {};
  };
  const shared = {
    text: new Y.Doc().getText("content"),
    gen: 1,
    carets: { watch, show: () => {} },
  };
  const { result } = renderHook(() => useOtherEditors(shared));
  const view = new EditorView({ extensions: result.current.carets });
  await act(async () => {});
  act(() => hear([laptop(false)]));
  expect(result.current.areTyping).toBe(false);
  act(() => hear([laptop(true)]));
  act(() => hear([laptop(false)]));
  expect(result.current.areTyping).toBe(true);
  act(() => void vi.advanceTimersByTime(6_000));
  expect(result.current.areTyping).toBe(false);
  view.destroy();
  vi.useRealTimers();
});

test("V5b · announces typing once per visit", async () => {
  const announce = vi.spyOn(useFeedback.getState(), "announce");
  let hear: (others: readonly OtherEditor[]) => void = () => {};
  const text = new Y.Doc().getText("content");
  const shared = {
    text,
    gen: 1,
    carets: {
      watch(onOthers: typeof hear) {
        hear = onOthers;
        return () => {};
      },
      show: () => {},
    },
  };
  const { result } = renderHook(() => useOtherEditors(shared));
  const view = new EditorView({ extensions: result.current.carets });
  await act(async () => {});
  for (const others of [[laptop(false)], [laptop(true)], [laptop(false)], [laptop(true)]]) {
    act(() => hear(others));
  }
  expect(announce.mock.calls).toEqual([["Laptop is typing"]]);
  act(() => hear([]));
  act(() => hear([laptop(true, 2)]));
  expect(announce).toHaveBeenCalledTimes(2);
  expect(result.current.others).toHaveLength(1);
  expect(result.current.areTyping).toBe(true);
  view.destroy();
});
