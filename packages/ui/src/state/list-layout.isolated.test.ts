import { beforeEach, describe, expect, test, vi } from "vitest";

/** Loads the module as at app start. */
async function start() {
  vi.resetModules();
  return import("./list-layout.ts");
}

beforeEach(() => localStorage.clear());

describe("the layout of lists", () => {
  test("is comfortable in one column by default", async () => {
    const { useListLayout } = await start();
    expect(useListLayout.getState()).toEqual({ density: "comfortable", columns: "1" });
  });

  test("keeps the user's choice at the next start", async () => {
    const { layOut } = await start();
    layOut("density", "line");
    layOut("columns", "3");
    const { useListLayout } = await start();
    expect(useListLayout.getState()).toEqual({ density: "line", columns: "3" });
  });

  test("ignores unknown stored values of another version", async () => {
    localStorage.setItem("tidemark:density", "huge");
    localStorage.setItem("tidemark:columns", "7");
    const { useListLayout } = await start();
    expect(useListLayout.getState()).toEqual({ density: "comfortable", columns: "1" });
  });
});
