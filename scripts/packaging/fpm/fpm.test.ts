import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { controlOf } from "./build-deb.ts";
import { specOf } from "./build-rpm.ts";
import { filesOf, type LinuxPackage, stageTree } from "./linux-package.ts";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-fpm-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

function packageOf(dir: string): LinuxPackage {
  for (const name of ["in", "out"]) writeFileSync(join(dir, name), `#!/bin/sh\necho 100%\n`);
  return {
    file: join(dir, "made"),
    name: "tidemark",
    version: "1.2.3~beta.1",
    release: "1",
    architecture: "amd64",
    maintainer: "Ada <ada@tidemark.invalid>",
    vendor: "Ada",
    url: "https://tidemark.invalid",
    licence: "MIT",
    category: "utils",
    summary: "Memos",
    description: "Memos\n Memos\n\n of the tide",
    depends: ["libc6 (>= 2.34)", "a | b"],
    recommends: [],
    afterInstall: join(dir, "in"),
    afterRemove: join(dir, "out"),
    compression: "xz",
    contents: [{ from: `${dir}/`, to: "/opt/My App" }],
  };
}

test("a control file has the fields that apt reads, without empty ones", () => {
  expect(controlOf(packageOf(folder()), 7)).toBe(`Package: tidemark
Version: 1.2.3~beta.1
Section: utils
Priority: optional
Architecture: amd64
Installed-Size: 7
Maintainer: Ada <ada@tidemark.invalid>
Depends: libc6 (>= 2.34), a | b
Homepage: https://tidemark.invalid
Description: Memos
 .
 of the tide
`);
});

test("a spec file owns the installed files and escapes percent signs", () => {
  const spec = specOf(packageOf(folder()), "/tmp/tree");
  expect(spec).toContain("Requires: libc6 (>= 2.34)\nRequires: a | b\n");
  expect(spec).toContain("%post -p /bin/bash\necho 100%%\n");
  expect(spec).toContain('%files\n%defattr(-,root,root,-)\n"/opt/My App"\n');
});

test("a tree has normalized modes regardless of the umask, and unchanged links", () => {
  const dir = folder();
  mkdirSync(join(dir, "app/.hidden"), { recursive: true });
  writeFileSync(join(dir, "app/program"), "", { mode: 0o700 });
  writeFileSync(join(dir, "app/.hidden/text"), "", { mode: 0o600 });
  symlinkSync("program", join(dir, "app/link"));
  const tree = stageTree([
    { from: `${dir}/app/`, to: "/opt/Tidemark" },
    { from: join(dir, "app/program"), to: "/usr/share/one" },
  ]);
  onTestFinished(() => rmSync(tree, { recursive: true }));
  expect(filesOf(tree)).toEqual([
    "opt/Tidemark/.hidden/text",
    "opt/Tidemark/program",
    "usr/share/one",
  ]);
  const mode = (path: string) => statSync(join(tree, path)).mode & 0o777;
  expect(["opt", "opt/Tidemark/program", "opt/Tidemark/.hidden/text"].map(mode)).toEqual([
    0o755, 0o755, 0o644,
  ]);
});
