import { afterEach, expect, test } from "vitest";
import "./early-keys.ts";
import { typeOnFirstPage } from "../focus/type-on-page.ts";

// The script runs once per page, so one test presses all keys before the app takes them.

afterEach(() => {
  document.body.replaceChildren();
  location.hash = "";
});

const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body): void =>
  void target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));

test("keys pressed on a memo's page before the app's scripts act there once the page is shown", async () => {
  location.hash = "#/";
  press("a");
  location.hash = "#/m/tide";
  press("p");
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  const field = document.createElement("input");
  document.body.append(field);
  press("s", {}, field);
  press("e");
  press("r", { ctrlKey: true });
  press("z");
  typeOnFirstPage();
  press("t");

  const acted: string[] = [];
  document.body.innerHTML = `<div class="memo-page"><article id="memo-tide" tabindex="-1"></article></div>`;
  const article = document.querySelector("article")!;
  article.addEventListener("keydown", ({ key }) => acted.push(key));
  article.focus();
  await expect.poll(() => acted).toEqual(["e", "z", "t"]);
});
