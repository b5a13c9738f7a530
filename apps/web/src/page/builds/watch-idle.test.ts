// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchIdle } from "./watch-idle.ts";

const minuteMs = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function openPage() {
  document.body.innerHTML = "<main><input value=''><audio></audio></main>";
  let isHidden = false;
  Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
  return {
    ...watchIdle(window),
    input: () => window.dispatchEvent(new Event("keydown")),
    setHidden(hidden: boolean) {
      isHidden = hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("a page is idle before the first input, and five minutes after the last", () => {
  const { isIdle, input } = openPage();
  expect(isIdle()).toBe(true);
  input();
  expect(isIdle()).toBe(false);
  wait(5 * minuteMs - 1);
  expect(isIdle()).toBe(false);
  wait(1);
  expect(isIdle()).toBe(true);
});

test("a page that was used is idle once it has been hidden for a minute", () => {
  const { isIdle, input, setHidden } = openPage();
  input();
  setHidden(true);
  wait(minuteMs - 1);
  expect(isIdle()).toBe(false);
  wait(1);
  expect(isIdle()).toBe(true);
  setHidden(false);
  expect(isIdle()).toBe(false);
});

test("a page isn't idle while something is typed, open, recorded or sent, however long ago", () => {
  const { isIdle } = openPage();
  const field = document.querySelector("input");
  field?.focus();
  expect(isIdle()).toBe(true);
  if (field !== null) field.value = "half a thought";
  expect(isIdle()).toBe(false);
  field?.blur();
  expect(isIdle()).toBe(true);

  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  document.body.append(dialog);
  expect(isIdle()).toBe(false);
  dialog.remove();

  Object.defineProperty(document.querySelector("audio"), "paused", {
    value: false,
    configurable: true,
  });
  expect(isIdle()).toBe(false);
  document.querySelector("audio")?.remove();

  const hold = (event: Event) => event.preventDefault();
  window.addEventListener("beforeunload", hold);
  expect(isIdle()).toBe(false);
  window.removeEventListener("beforeunload", hold);
  expect(isIdle()).toBe(true);
});
