import { expect, test } from "vitest";
import { packageFolder } from "./bundled-packages.ts";

test.for([
  ["/project/node_modules/katex/dist/katex.mjs", "node_modules/katex"],
  ["\0/project/node_modules/yjs/src/index.js?commonjs-module", "node_modules/yjs"],
  ["/project/node_modules/@base-ui/react/index.js", "node_modules/@base-ui/react"],
  ["/project/node_modules/a/node_modules/@b/c/x.js", "node_modules/a/node_modules/@b/c"],
  ["/project/apps/desktop/node_modules/zod/index.js", "apps/desktop/node_modules/zod"],
  ["/project/packages/core/src/index.ts", null],
  ["\0vite/preload-helper.js", null],
] as const)("%s is in package %s", ([id, folder]) => {
  expect(packageFolder(id)).toBe(folder);
});
