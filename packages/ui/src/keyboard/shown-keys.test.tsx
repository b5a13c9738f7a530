import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { learnKey, resetLayout, useLayout, watchLayout } from "../keys/layout.ts";
import { ShortcutList } from "./shortcut-list.tsx";
import { keysOn } from "../keys/shown-keys.ts";

beforeEach(resetLayout);
afterEach(() => {
  cleanup();
  resetLayout();
  vi.unstubAllGlobals();
});

const shown = (keys: string): string => keysOn(useLayout.getState(), keys);

/** Learns keys that are written as pairs of a character and the place of its key. */
function learn(...seen: readonly (readonly [key: string, code: string, shiftKey?: boolean])[]) {
  for (const [key, code, shiftKey = false] of seen) learnKey({ key, code, shiftKey });
}

test("an unknown keyboard shows the table as it is", () => {
  for (const keys of ["Ctrl+P", "j", "]", "g t", "Ctrl+1…9", "Del", "Shift+F6"]) {
    expect(shown(keys)).toBe(keys);
  }
});

test("a Russian keyboard shows the letters in the places of the keys", () => {
  learn(["з", "KeyP"], ["о", "KeyJ"], ["н", "KeyY"], ["п", "KeyG"], ["е", "KeyT"], ["б", "Comma"]);
  learn(["х", "BracketLeft"], ["\\", "Backslash"]);
  expect(shown("Ctrl+P")).toBe("Ctrl+З");
  expect(shown("Ctrl+Shift+P")).toBe("Ctrl+Shift+З");
  expect(shown("j")).toBe("о");
  expect(shown("Shift+Y")).toBe("Shift+Н");
  expect(shown("g t")).toBe("п е");
  expect(shown("Ctrl+,")).toBe("Ctrl+Б");
  expect(shown("[")).toBe("х");
  expect(shown("Ctrl+\\")).toBe("Ctrl+\\");
  expect(shown("Ctrl+1…9")).toBe("Ctrl+1…9");
  // A key that was not pressed yet.
  expect(shown("x")).toBe("x");
});

test("a German keyboard shows where Shift writes a sign", () => {
  learn(["z", "KeyY"], ["7", "Digit7"], ["/", "Digit7", true], ["?", "Minus", true]);
  expect(shown("Ctrl+/")).toBe("Ctrl+Shift+7");
  expect(shown("/")).toBe("/");
  expect(shown("?")).toBe("?");
  expect(shown("z")).toBe("z");
});

test("a keyboard with the backslash behind AltGr shows the key in its place, with Ctrl", () => {
  learn(["#", "Backslash"]);
  expect(shown("Ctrl+\\")).toBe("Ctrl+#");
  expect(shown("Ctrl+Shift+\\")).toBe("Ctrl+Shift+#");
  expect(shown("\\")).toBe("\\");
  // Turkish: the comma there opens the settings.
  resetLayout();
  learn([",", "Backslash"]);
  expect(shown("Ctrl+\\")).toBe("Ctrl+\\");
  resetLayout();
  learn(["]", "Backslash"], ["\\", "IntlRo"]);
  expect(shown("Ctrl+\\")).toBe("Ctrl+\\");
});

test("a Dvorak keyboard shows the letters, which it has elsewhere", () => {
  learn(["l", "KeyP"], ["p", "KeyR"], ["w", "Comma"]);
  expect(shown("Ctrl+P")).toBe("Ctrl+P");
  expect(shown("Ctrl+,")).toBe("Ctrl+,");
});

describe("a layout is known", () => {
  const press = (key: string, code: string): unknown =>
    window.dispatchEvent(new KeyboardEvent("keydown", { key, code }));

  test("from the browser at once, and from key presses where they differ", async () => {
    const answer = new Map([
      ["KeyP", "з"],
      ["KeyJ", "о"],
      ["ShiftLeft", "x"],
    ]);
    const getLayoutMap = vi.fn(() => Promise.resolve(answer));
    vi.stubGlobal("navigator", { platform: "Linux", keyboard: { getLayoutMap } });
    const stop = watchLayout();
    await vi.waitFor(() => expect(shown("Ctrl+P")).toBe("Ctrl+З"));
    expect(useLayout.getState().plain.has("ShiftLeft")).toBe(false);

    press("p", "KeyP");
    expect(shown("Ctrl+P")).toBe("Ctrl+P");
    expect(getLayoutMap).toHaveBeenCalledTimes(2);
    await Promise.resolve();
    // The browser's answer is behind.
    expect(shown("Ctrl+P")).toBe("Ctrl+P");
    stop();
    press("з", "KeyP");
    expect(shown("Ctrl+P")).toBe("Ctrl+P");
  });

  test("from key presses alone in other browsers, but from none with Ctrl", () => {
    const stop = watchLayout();
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "π", code: "KeyP", ctrlKey: true }));
    expect(shown("Ctrl+P")).toBe("Ctrl+P");
    press("π", "KeyP");
    expect(shown("Ctrl+P")).toBe("Ctrl+Π");
    stop();
  });
});

test("the list of shortcuts follows the keyboard", () => {
  render(<ShortcutList />);
  expect(screen.getAllByText("Ctrl+P")).toHaveLength(1);
  act(() => learn(["ф", "KeyA"], ["з", "KeyP"]));
  expect(screen.queryAllByText("Ctrl+P")).toHaveLength(0);
  expect(screen.getAllByText("Ctrl+З")).toHaveLength(1);
});
