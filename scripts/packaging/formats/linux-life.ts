import assert from "node:assert/strict";
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { CleanDebian } from "./clean-debian.ts";

/** A package and the version that is in it. */
export interface Made {
  readonly file: string;
  readonly version: string;
}

const data = "/root/.local/share/tidemark";
const both = ["written before", "written after"];

/**
 * A whole life of the .deb: apt installs the version before with what it depends on, its host keeps a
 * memo, apt brings the new version, which has the memo and keeps another, apt purges it, and the memos
 * are still there.
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
 * The same of the .rpm, by rpm's own program and with its scripts. What it depends on has the names of
 * other systems and is not asked for.
 */
export function liveAsRpm(debian: CleanDebian, before: Made, now: Made): string {
  debian.apt("install", "rpm");
  const rpm = (...args: string[]) => debian.run(["rpm", "--nodeps", ...args]);
  const own = `${data}-rpm`;
  rpm("--install", debian.bring(before.file));
  assert.deepEqual(debian.keepMemo(before.version, own, "written before"), ["written before"]);
  rpm("--upgrade", debian.bring(now.file));
  // rpm runs the old version's script last: it must not take the command away.
  checkCommand(debian);
  assert.deepEqual(debian.keepMemo(now.version, own, "written after"), both);
  // The mode of Chromium's sandbox is the script's, by what the kernel has.
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
