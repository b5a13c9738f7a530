import assert from "node:assert/strict";
import { globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkElectronsLicences, checkFuses, checkResources } from "../packed-app.ts";
import { stubSays } from "../stub-electron.ts";
import { run, toolOf, type Workshop } from "../workshop.ts";

/** Checks that the archive for any Linux unpacks into one folder whose program starts. */
export async function checkTarGz(workshop: Workshop, version: string): Promise<string> {
  const zip = toolOf("7za", "p7zip-full");
  const out = await workshop.pack({
    name: "tar-gz",
    platform: "linux",
    args: ["--linux", "tar.gz"],
    env: { ELECTRON_BUILDER_7ZIP_PATH: zip },
  });
  const [file] = globSync("*.tar.gz", { cwd: out });
  assert.equal(file, `tidemark-${version}-linux-x64.tar.gz`);
  const tree = join(out, "tree");
  mkdirSync(tree);
  run("tar", ["--extract", "--gzip", "--file", join(out, file), "--directory", tree]);
  const [folder, ...others] = globSync("*", { cwd: tree });
  assert.deepEqual(others, []);
  const app = join(tree, folder ?? "");
  checkResources(join(app, "resources"), "linux-x64");
  checkElectronsLicences(app);
  await checkFuses(join(app, "tidemark"));
  assert.equal(run(join(app, "tidemark"), []), stubSays);
  return "unpacked into one folder, whose program started";
}
