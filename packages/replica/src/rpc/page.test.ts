import { resolve } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";

test("the page's side of a port loads no zod", async () => {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: { entry: resolve(import.meta.dirname, "page.ts"), formats: ["es"] },
    },
  });
  const [bundle] = [built].flat();
  if (bundle === undefined || !("output" in bundle)) throw new Error("nothing was built");
  const modules = bundle.output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  expect(modules.some((id) => id.endsWith("rpc/port-link.ts"))).toBe(true);
  expect(modules.filter((id) => id.includes("/node_modules/zod/"))).toEqual([]);
});
