import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ExampleMemo } from "./example-memo.tsx";

const create = vi.fn(() => new Promise(() => undefined));
vi.mock("../../memo/memo-actions.ts", () => ({ useMemoActions: () => ({ create }) }));

afterEach(cleanup);

test("the example is tried without being stored, and kept as it then is", () => {
  render(<ExampleMemo />);
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /^Tick this box/ });
  expect(box().checked).toBe(false);
  fireEvent.click(box());
  expect(box().checked).toBe(true);
  fireEvent.click(screen.getByRole("link", { name: "#outside" }));
  expect(screen.getByRole("status").textContent).toBe(
    "A click on #outside shows all memos with it.",
  );
  expect(create).not.toHaveBeenCalled();

  const keep = screen.getByRole<HTMLButtonElement>("button", { name: "Keep as a memo" });
  fireEvent.click(keep);
  expect(create).toHaveBeenCalledExactlyOnceWith({
    content: expect.stringContaining("- [x] Tick this box\n- [ ] Take some bread along"),
  });
  expect(keep.disabled).toBe(true);
});
