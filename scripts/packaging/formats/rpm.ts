import assert from "node:assert/strict";
import { globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkDesktopEntry } from "./desktop-entry.ts";
import { checkElectronsLicences, checkFeed, checkFuses, checkResources } from "../packed-app.ts";
import { run, toolOf, type Workshop } from "../workshop.ts";

/**
 * Checks that the .rpm declares its dependencies, and that its files verify after installing into a separate
 * root.
 */
export async function checkRpm(workshop: Workshop, rpm: string, version: string): Promise<string> {
  const query = (format: string) => run("rpm", ["-qp", `--qf=${format}`, rpm]);
  assert.equal(query("%{NAME} %{VERSION} %{ARCH} %{LICENSE}"), `tidemark ${version} x86_64 MIT`);
  assert.match(run("rpm", ["-qp", "--requires", rpm]), /^glibc >= 2\.34$/m);
  // rpm runs the old version's script after installing the new one.
  assert.match(run("rpm", ["-qp", "--scripts", rpm]), /postuninstall[^]*\b1 \| 2\) exit 0/);

  const system = join(workshop.scratch, "rpm-root");
  mkdirSync(system);
  const inRoot = (...args: string[]) =>
    run("rpm", ["--root", system, "--nodeps", "--noscripts", ...args]);
  inRoot("--install", rpm);
  assert.equal(run("rpm", ["--root", system, "-qa"]).trim(), `tidemark-${version}-1.x86_64`);
  // Verifies the installed files against the package: sizes, modes, checksums, owners.
  run("rpm", ["--root", system, "--verify", "--nodeps", "--noscripts", "tidemark"]);
  const app = join(system, "opt/Tidemark");
  checkResources(join(app, "resources"), "linux-x64");
  checkFeed(join(app, "resources"));
  checkElectronsLicences(app);
  await checkFuses(join(app, "tidemark"));
  checkDesktopEntry(
    join(system, "usr/share/applications/tidemark.desktop"),
    "/opt/Tidemark/tidemark",
  );
  return "what it says and what it installs are as they should be";
}

/** Makes the .rpm of a version and returns its path. */
export async function makeRpm(workshop: Workshop, version: string): Promise<string> {
  toolOf("rpmbuild", "rpm");
  const out = await workshop.pack({
    name: `rpm-${version}`,
    platform: "linux",
    args: ["--linux", "rpm"],
    version,
  });
  const [file] = globSync("*.rpm", { cwd: out });
  assert.equal(file, `tidemark-${version}.x86_64.rpm`);
  return join(out, file);
}
