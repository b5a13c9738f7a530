import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseJson } from "@tidemark/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

const root = resolve(import.meta.dirname, "../..");

/** Files that break a rule, and the linter's expected message. */
const violations: readonly (readonly [file: string, source: string, answer: string])[] = [
  ["packages/core/src/a.ts", `import "node:fs";`, "core is pure"],
  ["packages/core/src/b.ts", `import "@tidemark/db";`, "core imports nothing of ours"],
  ["packages/core/src/memo/c.ts", `import "../../../db/src/index.ts";`, "nothing outside"],
  ["packages/core/src/d.test.ts", `import "@tidemark/db";`, "core is tested on its own"],
  ["packages/db/src/a.ts", `import "@tidemark/ui";`, "db imports only @tidemark/core"],
  ["packages/db/src/b.ts", `import "better-sqlite3";`, "Only packages/db/src/dialect"],
  ["packages/db/src/c.ts", `import type { Database } from "better-sqlite3";`, "src/dialect"],
  ["packages/db/src/dialect/d.ts", `import "@tidemark/server";`, "db imports only @tidemark/core"],
  ["packages/db/src/e.ts", `import "@tidemark/replica";`, "db imports only @tidemark/core"],
  ["packages/db/src/f.ts", `import "@tidemark/db-postgres";`, "db imports only @tidemark/core"],
  ["packages/db/tests/g.ts", `import "../../db-postgres/src/index.ts";`, "by its name"],
  ["packages/db-postgres/src/a.ts", `import "@tidemark/replica";`, "db-postgres imports @tidemark"],
  ["packages/db-postgres/src/b.ts", `import "../../db/src/index.ts";`, "packages by name"],
  [
    "packages/db-postgres/src/c.test.ts",
    `import "@tidemark/server";`,
    "db-postgres is tested with",
  ],
  ["packages/replica/src/a.ts", `import "node:os";`, "runs in a browser too"],
  ["packages/replica/src/b.ts", `import "@tidemark/desktop";`, "imports @tidemark/core and"],
  ["packages/replica/src/c.ts", `import "@tidemark/db/node";`, "neither of db's drivers"],
  ["packages/replica/src/g.ts", `import "@tidemark/db-postgres";`, "neither of db's drivers"],
  ["packages/replica/src/d.ts", `import "@tidemark/ui";`, "imports @tidemark/core and"],
  ["packages/replica/src/e.ts", `import "../../../apps/desktop/src/main/index.ts";`, "no app"],
  ["packages/replica/src/f.test.ts", `import "@tidemark/desktop";`, "without the apps"],
  ["packages/transfer/src/a.ts", `import "@tidemark/replica";`, "transfer imports @tidemark/core"],
  [
    "packages/transfer/src/d.ts",
    `import "@tidemark/db-postgres";`,
    "transfer imports @tidemark/core",
  ],
  ["packages/transfer/src/e.ts", `import "node:fs";`, "only src/node imports Node"],
  ["packages/transfer/src/f.ts", `import "./node/zip-tree.ts";`, "only src/node imports Node"],
  ["packages/transfer/src/g.ts", `import "@tidemark/db/node";`, "neither of db's drivers"],
  [
    "packages/transfer/src/node/a.ts",
    `import "@tidemark/replica";`,
    "transfer imports @tidemark/core",
  ],
  ["packages/transfer/src/b.ts", `import "better-sqlite3";`, "Only packages/db/src/dialect"],
  ["packages/transfer/tests/c.ts", `import "../../../apps/desktop/src/a.ts";`, "and no app"],
  ["packages/mcp/src/a.ts", `import "@tidemark/db";`, "mcp imports only @tidemark/core"],
  ["packages/mcp/src/b.ts", `import "node:fs";`, "Tools run on servers and devices: no Node"],
  ["packages/core/src/h.ts", `import "@tidemark/mcp";`, "core"],
  ["packages/client/src/a.ts", `import "@tidemark/core";`, "imports nothing of ours"],
  ["packages/client/src/b.ts", `import "node:fs";`, "no Node"],
  ["packages/ui/src/a.ts", `import "@tidemark/db";`, "ui imports only @tidemark/core"],
  ["packages/ui/src/d.ts", `import "@tidemark/replica";`, "ui imports only @tidemark/core"],
  ["packages/ui/src/b.ts", `import "node:path";`, "ui runs in a browser"],
  ["packages/ui/src/c.tsx", `import "electron";`, "knows no Electron"],
  ["apps/server/src/a.ts", `import "@tidemark/desktop";`, "Apps never import each other"],
  ["apps/server/src/b.ts", `import "../../desktop/src/host/main.ts";`, "apps never import"],
  ["apps/server/src/c.ts", `import "better-sqlite3";`, "Only packages/db/src/dialect"],
  ["apps/desktop/src/host/a.ts", `import "electron";`, "Only src/main and src/preload"],
  ["apps/desktop/src/host/b.ts", `import "electron/main";`, "Only src/main and src/preload"],
  ["apps/desktop/src/host/c.ts", `import "@tidemark/db-postgres";`, "loads no PostgreSQL"],
  ["apps/desktop/src/main/c.ts", `import "@tidemark/server";`, "Apps never import each other"],
  ["apps/desktop/src/host/d.ts", `import "@tidemark/web";`, "Apps never import each other"],
  ["apps/server/src/d.ts", `import "../../web/build/ensure-built.ts";`, "apps never import"],
  ["apps/web/src/page/a.ts", `import "node:fs";`, "no Node"],
  ["apps/web/src/worker/b.ts", `import "@tidemark/db/node";`, "packages that run in browsers"],
  ["apps/web/src/worker/c.ts", `import "../../../server/src/index.ts";`, "apps never import"],
  ["tests/a.ts", `import "electron";`, "Only apps/desktop/src/main"],
  [
    "packages/core/src/cycle/one.ts",
    `import { two } from "./two.ts";\nexport const one = (): number => two();`,
    "Dependency cycle detected",
  ],
  [
    "packages/core/src/floating.ts",
    `export async function f(): Promise<void> {}\nexport function g(): void {\n  f();\n}`,
    "Promises must be awaited",
  ],
  [
    "packages/core/src/switch.ts",
    `export function f(a: "x" | "y"): number {\n  switch (a) {\n    case "x":\n      return 1;\n  }\n  return 2;\n}`,
    "Switch is not exhaustive",
  ],
  ["packages/core/src/any.ts", `export const a = (b: any): string => String(b);`, "any"],
  ["packages/core/src/default.ts", `export default 1;`, "default"],
];

/** Files with permitted imports. */
const permitted: readonly (readonly [file: string, source: string])[] = [
  ["packages/core/src/ok.ts", `import "zod";`],
  ["packages/core/src/ok.test.ts", `import "node:fs";`],
  ["packages/db/src/dialect/ok.ts", `import "better-sqlite3";`],
  ["packages/db-postgres/src/ok.ts", `import "@tidemark/db/engine";\nimport "pg";`],
  ["packages/db-postgres/src/ok.test.ts", `import "../../db/tests/temp-database.ts";`],
  ["packages/replica/src/ok.ts", `import "@tidemark/db";`],
  ["packages/replica/src/ok.test.ts", `import "@tidemark/db/node";`],
  ["packages/transfer/src/ok.ts", `import "@tidemark/db";`],
  ["packages/transfer/src/node/ok.ts", `import "@tidemark/db/node";\nimport "node:fs";`],
  ["packages/mcp/src/ok.ts", `import "@tidemark/core";`],
  ["packages/ui/src/ok.ts", `import "@tidemark/core";`],
  ["apps/server/src/ok.ts", `import "@tidemark/db-postgres";\nimport "@tidemark/mcp";`],
  ["apps/desktop/src/host/ok.ts", `import "@tidemark/replica";`],
  ["apps/web/src/worker/ok.ts", `import "@tidemark/db/web";\nimport "@tidemark/replica";`],
  ["apps/desktop/src/main/ok.ts", `import "electron";`],
  ["apps/desktop/src/preload/ok.ts", `import "electron";`],
];

let scratch: string;
let messagesByFile: Map<string, string[]>;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "tidemark-layers-"));
  // The added files import packages that this folder doesn't have.
  const config = readFileSync(join(root, ".oxlintrc.json"), "utf8");
  put(".oxlintrc.json", config.replace(`"typeCheck": true`, `"typeCheck": false`));
  const compilerOptions = {
    strict: true,
    target: "es2024",
    module: "esnext",
    moduleResolution: "bundler",
  };
  put("tsconfig.json", JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true } }));
  put(
    "packages/core/src/cycle/two.ts",
    `import { one } from "./one.ts";\nexport const two = (): number => one();`,
  );
  for (const [file, source] of [...violations, ...permitted]) put(file, `${source}\n`);
  messagesByFile = lint();
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the linter", () => {
  test.each(violations)("rejects %s · %s", (file, _source, answer) => {
    expect(messagesByFile.get(file)?.join("\n")).toContain(answer);
  });

  test.each(permitted)("permits %s · %s", (file) => {
    expect(messagesByFile.get(file) ?? []).toEqual([]);
  });
});

function put(file: string, source: string): void {
  mkdirSync(dirname(join(scratch, file)), { recursive: true });
  writeFileSync(join(scratch, file), source);
}

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({ filename: z.string(), message: z.string(), help: z.string().optional() }),
  ),
});

function lint(): Map<string, string[]> {
  const bin = join(root, "node_modules/.bin");
  const { stdout, stderr } = spawnSync(join(bin, "oxlint"), ["--format=json"], {
    cwd: scratch,
    encoding: "utf8",
    env: { ...process.env, OXLINT_TSGOLINT_PATH: join(bin, "tsgolint") },
  });
  if (!stdout.startsWith("{")) throw new Error(`oxlint did not answer: ${stdout}${stderr}`);
  const report = parseJson(reportSchema, stdout);
  const messages = new Map<string, string[]>();
  for (const { filename, message, help = "" } of report.diagnostics) {
    messages.set(filename, [...(messages.get(filename) ?? []), `${message} ${help}`]);
  }
  return messages;
}
