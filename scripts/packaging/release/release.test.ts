import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { notesOf } from "./notes-of.ts";

const root = resolve(import.meta.dirname, "../../..");
// YAML parser that electron-builder uses for its own configuration.
const builder = createRequire(
  createRequire(import.meta.url).resolve("app-builder-lib/package.json"),
);
const { load } = builder("js-yaml") as { load: (text: string) => unknown };

const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      "runs-on": z.string(),
      "timeout-minutes": z.number(),
      steps: z.array(
        z
          .strictObject({
            uses: z
              .string()
              .regex(/^actions\/[\w-]+@v\d+$/)
              .optional(),
            with: z.record(z.string(), z.unknown()).optional(),
            run: z.string().optional(),
            if: z.string().optional(),
            env: z.record(z.string(), z.string()).optional(),
          })
          .refine((step) => (step.run === undefined) !== (step.uses === undefined)),
      ),
    }),
  ),
});

const workflow = workflowSchema.parse(
  load(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")),
);
const commands = Object.values(workflow.jobs).flatMap(({ steps }) =>
  steps.flatMap(({ run }) => run ?? []),
);

test("the release calls only existing scripts", () => {
  const scriptsOf = (path: string) =>
    z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, path), "utf8"))).scripts;
  const here = scriptsOf("package.json");
  const desktop = scriptsOf("apps/desktop/package.json");
  const called = commands.flatMap((command) => [...command.matchAll(/npm run (\S+)( -w \S+)?/g)]);
  expect(called.length).toBeGreaterThan(2);
  for (const [, name = "", workspace] of called) {
    expect(Object.keys(workspace === undefined ? here : desktop)).toContain(name);
  }
  const files = commands.flatMap((command) => command.match(/(?:scripts|\.ci)\/[\w./-]+/g) ?? []);
  expect(files).toContain(".ci/run");
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
});

test("each job of the release waits for an existing one", () => {
  const needs = Object.values(workflow.jobs).flatMap((job) => job.needs ?? []);
  expect(needs).toEqual(["check", "package"]);
  for (const name of needs) expect(Object.keys(workflow.jobs)).toContain(name);
});

test("the release uses the project's npm version", () => {
  const { packageManager } = z
    .object({ packageManager: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const installs = commands.filter((command) => command.startsWith("npm install"));
  expect(new Set(installs)).toEqual(new Set([`npm install --global ${packageManager}`]));
});

test("a release's notes are its section of the changelog", () => {
  const changelog =
    "# Changelog\n\n## Unreleased\n\nLater.\n\n## 0.2.0 (2026-01-01)\n\n### Added\n\n- A.\n\n## 0.1.0\n\n- B.\n";
  expect(notesOf(changelog, "v0.2.0")).toBe("### Added\n\n- A.\n");
  expect(notesOf(changelog, "v0.1.0")).toBe("- B.\n");
  expect(() => notesOf(changelog, "v0.3.0")).toThrow('"## 0.3.0"');
  expect(() => notesOf(changelog, "")).toThrow('"## "');
});
