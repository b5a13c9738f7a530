import { expect, test } from "vitest";
import { acceleratorOf, keysInWords, type PressedKeys } from "./accelerator.ts";

const press = (code: string, key: string, held: Partial<PressedKeys> = {}): PressedKeys => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test("a key press becomes an accelerator, independent of the keyboard layout", () => {
  const held = { ctrlKey: true, shiftKey: true };
  expect(acceleratorOf(press("Space", " ", held), false)).toBe("CommandOrControl+Shift+Space");
  expect(acceleratorOf(press("KeyN", "ń", { altKey: true }), false)).toBe("Alt+N");
  expect(acceleratorOf(press("Slash", "?", held), false)).toBe("CommandOrControl+Shift+/");
  expect(acceleratorOf(press("F5", "F5", { metaKey: true }), false)).toBe("Super+F5");
  expect(acceleratorOf(press("KeyN", "n", { metaKey: true }), true)).toBe("CommandOrControl+N");
  expect(acceleratorOf(press("KeyN", "n", { ctrlKey: true }), true)).toBe("Control+N");
});

test("a letter is the one that the layout writes, as the system finds it", () => {
  const azertyA = press("KeyQ", "a", { ctrlKey: true, altKey: true });
  expect(acceleratorOf(azertyA, false)).toBe("CommandOrControl+Alt+A");
  // macOS finds keys by their place.
  expect(acceleratorOf(azertyA, true)).toBe("Control+Alt+Q");
  const russian = press("KeyP", "з", { ctrlKey: true });
  expect(acceleratorOf(russian, false)).toBe("CommandOrControl+P");
});

test("modifiers alone are incomplete, and a letter without modifiers isn't valid", () => {
  expect(acceleratorOf(press("ControlLeft", "Control", { ctrlKey: true }), false)).toBeNull();
  expect(acceleratorOf(press("Lang1", "Lang1", { ctrlKey: true }), false)).toBeNull();
  expect(acceleratorOf(press("KeyA", "A", { shiftKey: true }), false)).toBe("");
});

test("accelerators are written in the platform's style", () => {
  expect(keysInWords("CommandOrControl+Shift+Space", false)).toBe("Ctrl+Shift+Space");
  expect(keysInWords("CommandOrControl+Shift+Up", true)).toBe("⌘⇧↑");
});
