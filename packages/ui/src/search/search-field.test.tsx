import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as viewAddress from "../state/view-address.ts";
import { SearchField } from "./search-field.tsx";

const goTo = vi.fn<ReturnType<typeof viewAddress.useGoTo>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(viewAddress, "useGoTo").mockReturnValue(goTo);
  vi.spyOn(viewAddress, "useViewAddress").mockReturnValue({ view: "timeline" });
});
afterEach(() => {
  cleanup();
  goTo.mockReset();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const field = (search: string, isAsking: boolean) => (
  <SearchField
    address={{ view: "timeline", q: search }}
    results={{ problem: null, problemAt: null, isAsking }}
  />
);
const type = (value: string): void =>
  void fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
const asked = () => goTo.mock.calls.map(([{ q }]) => q);

test("queries the first text at once, then only the last one typed before its answer", () => {
  const { rerender } = render(field("", false));
  type("b");
  expect(asked()).toEqual(["b"]);
  rerender(field("b", true));
  type("bu");
  type("buo");
  expect(asked()).toEqual(["b"]);
  rerender(field("b", false));
  expect(asked()).toEqual(["b", "buo"]);
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("buo");
});

test("doesn't wait for a slow answer, and doesn't query a cleared text", () => {
  const { rerender } = render(field("slow", true));
  type("slowe");
  act(() => void vi.advanceTimersByTime(200));
  type("slower");
  act(() => void vi.advanceTimersByTime(49));
  expect(asked()).toEqual([]);
  act(() => void vi.advanceTimersByTime(1));
  expect(asked()).toEqual(["slower"]);
  type("slower yet");
  fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Escape" });
  rerender(field("", false));
  act(() => void vi.advanceTimersByTime(1000));
  expect(asked()).toEqual(["slower", ""]);
});
