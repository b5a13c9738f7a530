import { beforeEach, describe, expect, test, vi } from "vitest";

/** As it is when the app starts. */
async function start() {
  vi.resetModules();
  return import("./list-layout.ts");
}

beforeEach(() => localStorage.clear());

describe("the layout of lists", () => {
  test("is comfortable in one column until something else is chosen", async () => {
    const { useListLayout } = await start();
    expect(useListLayout.getState()).toEqual({ density: "comfortable", columns: "1" });
  });

  test("is the one that was chosen at the next start", async () => {
    const { layOut } = await start();
    layOut("density", "line");
    layOut("columns", "3");
    const { useListLayout } = await start();
    expect(useListLayout.getState()).toEqual({ density: "line", columns: "3" });
  });

  test("takes no word of what another version may have stored", async () => {
    localStorage.setItem("tidemark:density", "huge");
    localStorage.setItem("tidemark:columns", "7");
    const { useListLayout } = await start();
    expect(useListLayout.getState()).toEqual({ density: "comfortable", columns: "1" });
  });
});
