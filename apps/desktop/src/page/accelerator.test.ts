import { expect, test } from "vitest";
import { isAccelerator } from "./accelerator.ts";

test.each(["CommandOrControl+Shift+Space", "Alt+N", "Super+F12", "Control+Alt+/"])(
  "accepts %s as a shortcut",
  (text) => expect(isAccelerator(text)).toBe(true),
);

test.each(["", "A", "Shift+A", "Control", "Control+Control+A", "Control+AB", "Hyper+A", "F25"])(
  "rejects %s as a shortcut",
  (text) => expect(isAccelerator(text)).toBe(false),
);
