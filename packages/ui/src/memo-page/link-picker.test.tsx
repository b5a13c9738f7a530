import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import * as queries from "../data/asked/memo-queries.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import { LinkPicker } from "./link-picker.tsx";

beforeEach(() => {
  const nothing = { data: [] } as unknown as ReturnType<typeof queries.useLinkable>;
  vi.spyOn(queries, "useLinkable").mockReturnValue(nothing);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("Escape closes the list, and then leads back to the memo", async () => {
  const memo = memoView({ id: "a" });
  const actions = { setLink: vi.fn() } as unknown as MemoActions;
  render(
    <>
      <article id="memo-a" tabIndex={-1} />
      <LinkPicker memo={memo} linked={[]} actions={actions} field={{ current: null }} />
    </>,
  );
  const field = screen.getByRole("combobox");
  field.focus();
  fireEvent.keyDown(field, { key: "ArrowDown" });
  await vi.waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("true"));
  fireEvent.keyDown(field, { key: "Escape" });
  await vi.waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("false"));
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: "Escape" });
  expect(document.activeElement).toBe(screen.getByRole("article"));
});
