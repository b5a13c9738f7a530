import { expect, test } from "vitest";
import { isAccelerator } from "./accelerator.ts";

test.each(["CommandOrControl+Shift+Space", "Alt+N", "Super+F12", "Control+Alt+/"])(
  "%s may be a shortcut",
  (text) => expect(isAccelerator(text)).toBe(true),
);

test.each(["", "A", "Shift+A", "Control", "Control+Control+A", "Control+AB", "Hyper+A", "F25"])(
  "%s may be none",
  (text) => expect(isAccelerator(text)).toBe(false),
);
