import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setUi } from "../state/ui-state.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useFeedback } from "./feedback.ts";

afterEach(() => {
  cleanup();
  useFeedback.getState().closeConfirmation();
  setUi({ activeId: null });
});

/** Asks on the first of the memos, and confirms; the memo leaves its list before the dialog is closed. */
async function deleteFirst(ids: readonly string[]): Promise<void> {
  const list = (shown: readonly string[]) => (
    <>
      <main tabIndex={-1} aria-label="Trash">
        {shown.map((id) => (
          <article key={id} id={`memo-${id}`} tabIndex={0} aria-label={id} />
        ))}
      </main>
      <ConfirmDialog />
    </>
  );
  const { rerender } = render(list(ids));
  const [first, second = null] = ids;
  screen.getByRole("article", { name: first! }).focus();
  useFeedback.getState().ask({
    title: "Delete?",
    body: "",
    action: "Delete",
    confirm: () => setUi({ activeId: second }),
  });
  const button = await screen.findByRole("button", { name: "Delete" });
  rerender(list(ids.slice(1)));
  fireEvent.click(button);
}

test("the next memo has the focus after one was deleted forever", async () => {
  await deleteFirst(["a", "b"]);
  await vi.waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole("article", { name: "b" }));
  });
});

test("the screen has the focus after the last memo was deleted forever", async () => {
  await deleteFirst(["a"]);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});
