import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { blurAll, reveal, useBlur, useHidesAgain } from "./blur.ts";

afterEach(() => {
  cleanup();
  blurAll(false);
});

const revealed = () => [...useBlur.getState().revealedIds.keys()];

test("leaving a place hides what was revealed there, and nothing else", () => {
  const list = renderHook(({ shown }) => useHidesAgain("list", shown), {
    initialProps: { shown: "timeline" },
  });
  const panel = renderHook(({ shown }) => useHidesAgain("panel", shown), {
    initialProps: { shown: "m1" },
  });
  reveal("m1", "panel");
  reveal("m2", "list");
  list.rerender({ shown: "archive" });
  expect(revealed()).toEqual(["m1"]);
  reveal("m3", "list");
  panel.rerender({ shown: "m4" });
  expect(revealed()).toEqual(["m3"]);
  panel.unmount();
  expect(revealed()).toEqual(["m3"]);
  list.unmount();
  expect(revealed()).toEqual([]);
});
