import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as memoActions from "../../memo/memo-actions.ts";
import { ExampleMemo } from "./example-memo.tsx";

const create = vi.fn<memoActions.MemoActions["create"]>();

beforeEach(() => {
  create.mockReset().mockReturnValue(new Promise(() => undefined));
  // The component uses only `create`.
  const actions = { create } as unknown as memoActions.MemoActions;
  vi.spyOn(memoActions, "useMemoActions").mockReturnValue(actions);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("the example can be tried without being stored, and is saved in its current state", () => {
  render(<ExampleMemo />);
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /^Check this box/ });
  expect(box().checked).toBe(false);
  fireEvent.click(box());
  expect(box().checked).toBe(true);
  fireEvent.click(screen.getByRole("link", { name: "#outside" }));
  expect(screen.getByRole("status").textContent).toBe("Click #outside to see its memos.");
  expect(create).not.toHaveBeenCalled();

  const keep = screen.getByRole<HTMLButtonElement>("button", { name: "Save as memo" });
  fireEvent.click(keep);
  expect(create).toHaveBeenCalledExactlyOnceWith({
    content: expect.stringContaining("- [x] Check this box\n- [ ] Bring a snack"),
  });
  expect(keep.disabled).toBe(true);
});
