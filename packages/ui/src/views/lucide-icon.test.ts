import icons from "lucide-react/dynamicIconImports";
import { expect, test } from "vitest";
import { iconNames } from "./lucide-icon.tsx";

test("icons have Lucide's names, so other apps show the same ones", () => {
  const known = new Set(Object.keys(icons));
  expect(iconNames.filter((name) => !known.has(name))).toEqual([]);
  expect(iconNames.length).toBeGreaterThan(1500);
  expect(iconNames).toContain("circle-check");
});
