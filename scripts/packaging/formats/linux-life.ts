import assert from "node:assert/strict";
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { CleanDebian } from "./clean-debian.ts";

/** Package and its version. */
export interface Made {
  readonly file: string;
  readonly version: string;
}

const data = "/root/.local/share/tidemark";
const both = ["written before", "written after"];

/**
 * Tests the life cycle of the .deb. apt installs the earlier version with its dependencies, and its host
 * saves a memo. apt upgrades to the new version, which still has the memo and saves another. After apt purges
 * it, the memos still exist.
 */
export function liveAsDeb(debian: CleanDebian, before: Made, now: Made): string {
  const install = ({ file, version }: Made) => {
    debian.apt("install", debian.bring(file));
    const status = debian.run(["dpkg-query", "-W", "-f=${Version} ${Status}", "tidemark"]);
    assert.equal(status, `${version} install ok installed`);
  };
  install(before);
  assert.deepEqual(debian.keepMemo(before.version, data, "written before"), ["written before"]);
  install(now);
  assert.deepEqual(debian.keepMemo(now.version, data, "written after"), both);
  assert.equal(debian.run(["dpkg", "--verify", "tidemark"]), "");
  checkCommand(debian);
  debian.apt("purge", "tidemark");
  checkRemoved(debian);
  assert.deepEqual(debian.keepMemo(now.version, data, ""), both);
  return `apt installed ${before.version} in a clean Debian with what it depends on, its host kept a memo, ${now.version} came over it and had the memo, it was purged and the memos stayed`;
}

/**
 * Tests the life cycle of the .rpm with rpm itself and its scripts. Dependencies have names of other systems,
 * so they are ignored.
 */
export function liveAsRpm(debian: CleanDebian, before: Made, now: Made): string {
  debian.apt("install", "rpm");
  const rpm = (...args: string[]) => debian.run(["rpm", "--nodeps", ...args]);
  const own = `${data}-rpm`;
  rpm("--install", debian.bring(before.file));
  assert.deepEqual(debian.keepMemo(before.version, own, "written before"), ["written before"]);
  rpm("--upgrade", debian.bring(now.file));
  // rpm runs the old version's script last; it must not remove the command.
  checkCommand(debian);
  assert.deepEqual(debian.keepMemo(now.version, own, "written after"), both);
  // The script sets the mode of Chromium's sandbox depending on the kernel.
  debian.run(["rpm", "--verify", "--nodeps", "--nomode", "tidemark"]);
  rpm("--erase", "tidemark");
  checkRemoved(debian);
  assert.deepEqual(debian.keepMemo(now.version, own, ""), both);
  return `rpm installed ${before.version} with its scripts, its host kept a memo, ${now.version} came over it and had the memo, it was removed and the memos stayed`;
}

function checkCommand(debian: CleanDebian): void {
  const program = debian.run(["readlink", "-f", "/usr/bin/tidemark"]).trim();
  assert.equal(program, "/opt/Tidemark/tidemark");
  const entry = "usr/share/applications/tidemark.desktop";
  assert(existsSync(join(debian.folder, entry)), "no .desktop entry");
}

function checkRemoved(debian: CleanDebian): void {
  for (const path of [
    "opt/Tidemark",
    "usr/bin/tidemark",
    "usr/share/applications/tidemark.desktop",
  ]) {
    const left = lstatSync(join(debian.folder, path), { throwIfNoEntry: false });
    assert.equal(left, undefined, `/${path} is left`);
  }
}
