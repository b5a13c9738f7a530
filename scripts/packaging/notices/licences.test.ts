import { expect, test } from "vitest";
import { isPermitted } from "./licences.ts";

test.for([
  ["MIT", "a", true],
  ["(MPL-2.0 OR Apache-2.0)", "a", true],
  ["GPL-3.0-only OR MIT", "a", true],
  ["MIT AND GPL-3.0-only", "a", false],
  ["MIT AND (BSD-3-Clause OR GPL-2.0-only)", "a", true],
  ["Apache-2.0 WITH LLVM-exception", "a", true],
  ["OFL-1.1", "@fontsource-variable/inter", true],
  ["OFL-1.1", "a", false],
  ["LGPL-3.0-or-later", "@img/sharp-libvips-linux-x64", true],
  ["LGPL-3.0-or-later", "a", false],
  ["SEE LICENSE IN LICENSE.md", "a", false],
  ["", "a", false],
  ["(MIT", "a", false],
] as const)("%s of %s: %s", ([expression, name, answer]) => {
  expect(isPermitted(expression, name)).toBe(answer);
});
