import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { expect, test } from "vitest";
import { findExamples } from "../../scripts/readme-examples.ts";

const root = resolve(import.meta.dirname, "../..");

test("every package with exports has a README with an example, which the type check compiles", () => {
  const readmes = findExamples(root).map(({ readme }) => readme);
  const packages = ["client", "core", "db", "db-postgres", "ui"];
  const rooms = packages.map((name) => `packages/${name}`);
  expect(readmes).toEqual(
    expect.arrayContaining(
      [...rooms, "apps/desktop", "apps/server", "apps/web"].map((room) => `${room}/README.md`),
    ),
  );
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { scripts } = z.object({ scripts: z.object({ typecheck: z.string() }) }).parse(manifest);
  expect(scripts.typecheck).toBe(
    "node scripts/readmes.ts && tsc --singleThreaded -p .cache/readmes/tsconfig.json",
  );
});

test("an example keeps its line numbers and its imports", () => {
  const house = mkdtempSync(join(tmpdir(), "tidemark-readmes-"));
  try {
    mkdirSync(join(house, "apps/one"), { recursive: true });
    const text = 'Words.\n\n```ts\nimport { a } from "./src/a.ts";\na();\n```\n\n```sh\nls\n```\n';
    writeFileSync(join(house, "apps/one/README.md"), text);
    const [example, ...others] = findExamples(house);
    expect(others).toEqual([]);
    expect(example?.name).toBe("apps-one-readme-1.ts");
    expect(example?.code(join(house, ".cache/readmes"))).toBe(
      '\n\n\nimport { a } from "../../apps/one/src/a.ts";\na();\n',
    );
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
});
