import { fireEvent, render } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { PlainField } from "./plain-field.tsx";

const nothing = (): void => undefined;

/** Shows a plain field with the focus, and collects what the browser is asked to type. */
function showField() {
  const { container, unmount } = render(
    <PlainField
      text={{ current: null }}
      left={{ current: null }}
      onSubmit={nothing}
      onLeave={nothing}
      onChange={nothing}
      onCompositionStart={nothing}
      onCompositionEnd={nothing}
    />,
  );
  onTestFinished(() => document.body.replaceChildren());
  const typed: string[] = [];
  document.execCommand = (command, _ui, text) => {
    typed.push(`${command} ${text ?? ""}`);
    return true;
  };
  const field = container.querySelector("textarea")!;
  field.focus();
  return { field, typed, unmount };
}

test("keys that format text wait for the editor, and so does what is typed after them", async () => {
  const { field, typed, unmount } = showField();
  const bold = { key: "и", code: "KeyB", keyCode: 66, ctrlKey: true };
  expect(fireEvent.keyDown(field, bold)).toBe(false);
  expect(fireEvent.keyDown(field, { key: "t" })).toBe(false);
  expect(fireEvent.keyDown(field, { ...bold, altKey: false })).toBe(false);
  unmount();
  const editor = document.createElement("div");
  editor.contentEditable = "true";
  editor.tabIndex = 0;
  // jsdom doesn't compute it.
  Object.defineProperty(editor, "isContentEditable", { value: true });
  editor.addEventListener("keydown", ({ key, keyCode, ctrlKey }) => {
    typed.push(`${ctrlKey ? "Ctrl+" : ""}${key} ${keyCode}`);
  });
  document.body.append(editor);
  editor.focus();
  await vi.waitFor(() => expect(typed).toHaveLength(3));
  expect(typed).toEqual(["Ctrl+и 66", "insertText t", "Ctrl+и 66"]);
});

test("what is typed stays in the field if the editor doesn't come", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { field, typed } = showField();
  fireEvent.keyDown(field, { key: "b", code: "KeyB", keyCode: 66, ctrlKey: true });
  for (const key of "tide") fireEvent.keyDown(field, { key });
  expect(typed).toEqual([]);
  await vi.advanceTimersByTimeAsync(6000);
  expect(typed).toEqual(["insertText tide"]);
  // Later keys don't wait.
  expect(fireEvent.keyDown(field, { key: "s" })).toBe(true);
});

test("keys of the browser and of the list are left to them", () => {
  const { field } = showField();
  expect(fireEvent.keyDown(field, { key: "c", code: "KeyC", keyCode: 67, ctrlKey: true })).toBe(
    true,
  );
  expect(fireEvent.keyDown(field, { key: "t" })).toBe(true);
});
