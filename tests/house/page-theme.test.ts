import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { pageColours } from "../../apps/server/src/pages/page-theme.ts";

const tokens = readFileSync(
  resolve(import.meta.dirname, "../../packages/ui/src/theme/tokens.css"),
  "utf8",
);

test.each(Object.entries(pageColours))("pages use the app's colour: %s", (name, pair) => {
  const pattern = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`);
  expect(pattern.exec(tokens)?.slice(1)).toEqual([...pair]);
});
