import type { OtherEditor } from "@tidemark/core/carets";
import { expect, test } from "vitest";
import { tones, tonesOf, typingAmong, typingWords } from "./other-editors.ts";

const editor = (session: number, device: string | null, isTyping = false): OtherEditor => ({
  session,
  device,
  caret: { gen: 1, anchor: "AQID", head: "AQID", isTyping },
});

test("V5 · keeps a device's colour, and gives no two editors the same one", () => {
  const laptop = editor(1, "Laptop");
  const tone = tonesOf([laptop]).get(1);
  expect(tonesOf([{ ...laptop, session: 7 }]).get(7)).toBe(tone);
  const some = Array.from({ length: tones }, (_, n) => editor(n, "Laptop"));
  const given = [...tonesOf(some).values()];
  expect(new Set(given).size).toBe(tones);
  expect(Math.min(...given)).toBe(1);
  expect(Math.max(...given)).toBe(tones);
  // With more editors than colours, each still has one.
  expect(tonesOf([...some, editor(99, "Phone")]).get(99)).toBeDefined();
});

test("V5 · names each typing device once, and no readers", () => {
  const editors = [
    editor(1, "Laptop", true),
    editor(2, "Laptop", true),
    editor(3, "Phone"),
    { ...editor(4, "Desk"), caret: null },
  ];
  expect(typingWords(typingAmong(editors))).toBe("Laptop is typing");
  expect(typingWords([editor(1, "Laptop"), editor(2, null)])).toBe(
    "Laptop, Another window are typing",
  );
});
