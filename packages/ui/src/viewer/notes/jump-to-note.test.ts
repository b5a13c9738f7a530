import { afterEach, describe, expect, test, vi } from "vitest";
import { renderBody } from "../../timeline/card/render-body.ts";
import { jumpToNote } from "./jump-to-note.ts";

const content = "a[^x] b[^x]\n\n[^x]: the **note**";

function show(): HTMLElement {
  const body = document.createElement("div");
  body.className = "memo-body";
  body.innerHTML = renderBody(content, [], false);
  document.body.append(body);
  return body;
}

const link = (body: HTMLElement, name: string, at = 0) =>
  [...body.querySelectorAll<HTMLElement>("a")].filter(
    (each) => each.getAttribute("aria-label") === name,
  )[at]!;

Element.prototype.scrollIntoView = vi.fn();
afterEach(() => document.body.replaceChildren());

describe("footnotes", () => {
  test("link to their note and back to each reference, in their own card", () => {
    const cards = [show(), show()];
    for (const body of cards) {
      expect(jumpToNote(link(body, "Note 1", 1))).toBe(true);
      expect(document.activeElement?.textContent).toContain("the note");
      expect(body.contains(document.activeElement)).toBe(true);
      jumpToNote(link(body, "Back to text", 1));
      expect(document.activeElement).toBe(link(body, "Note 1", 1));
    }
  });

  test("have labels, which are not part of the text", () => {
    const body = show();
    expect(body.querySelector("section")?.getAttribute("aria-label")).toBe("Notes");
    expect(body.querySelector("section")?.textContent?.trim()).toBe("the note");
    expect(body.querySelector("[id]")).toBeNull();
  });

  test("ignore other links", () => {
    const body = document.createElement("div");
    body.className = "memo-body";
    body.innerHTML = renderBody("[a](#note-1)", [], false);
    expect(jumpToNote(body.querySelector("a")!)).toBe(false);
  });

  test("do nothing without their note", () => {
    const body = show();
    body.querySelector("li")?.remove();
    expect(jumpToNote(link(body, "Note 1"))).toBe(true);
  });
});
