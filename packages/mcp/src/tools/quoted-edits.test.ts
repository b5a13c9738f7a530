import { describe, expect, test } from "vitest";
import { applyEdits } from "./quoted-edits.ts";

const none = { edits: [], append: "", prepend: "" };
const edit = (find: string, replace: string) => ({ ...none, edits: [{ find, replace }] });

describe("edits by quoted passages", () => {
  test("replace a passage that occurs once, one after another", () => {
    const edits = [
      { find: "low", replace: "high" },
      { find: "high tide", replace: "spring tide" },
    ];
    expect(applyEdits("low tide", { ...none, edits })).toEqual({ ok: true, value: "spring tide" });
    expect(applyEdits("a b c", edit(" b", ""))).toEqual({ ok: true, value: "a c" });
    // Replacements aren't patterns.
    expect(applyEdits("a", edit("a", "$&$1"))).toEqual({ ok: true, value: "$&$1" });
  });

  test.each([
    ["doesn't occur", "text", "texts"],
    ["more than once", "aXbX", "X"],
    ["more than once", "aaa", "aa"],
  ])("are refused if a passage occurs %s", (reason, content, find) => {
    const edited = applyEdits(content, edit(find, "y"));
    expect(edited.ok).toBe(false);
    if (!edited.ok) expect(edited.error.message).toMatch(/^edits\[0\]\.find: /);
    if (!edited.ok) expect(edited.error.message).toContain(reason);
  });

  test("add paragraphs", () => {
    const add = (content: string, append: string, prepend = "") =>
      applyEdits(content, { ...none, append, prepend });
    expect(add("a", "b")).toEqual({ ok: true, value: "a\n\nb" });
    expect(add("a\n", "b")).toEqual({ ok: true, value: "a\n\nb" });
    expect(add("a\n\n", "b")).toEqual({ ok: true, value: "a\n\nb" });
    expect(add("", "b")).toEqual({ ok: true, value: "b" });
    expect(add("a", "", "b")).toEqual({ ok: true, value: "b\n\na" });
    expect(add("a", "").ok).toBe(false);
  });
});
