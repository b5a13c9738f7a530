import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { extractApp } from "../packed-app.ts";
import { stubSays } from "../stub-electron.ts";
import { MissingTool, run, toolOf, type Workshop } from "../workshop.ts";

/** Minimal Debian of this machine's release in a temporary folder. */
export interface CleanDebian {
  readonly folder: string;
  /** Runs a program in it, as root with an empty environment. */
  run(args: readonly string[], env?: NodeJS.ProcessEnv): string;
  apt(...args: string[]): void;
  /** Copies a file into it and returns the path inside. */
  bring(file: string): string;
  /**
   * Starts the installed program and its packaged host. Creates a memo unless the content is "", and returns
   * all memos.
   */
  keepMemo(version: string, data: string, content: string): readonly string[];
}

export function makeCleanDebian(workshop: Workshop): CleanDebian {
  toolOf("debootstrap", "debootstrap");
  if (process.getuid?.() !== 0) throw new MissingTool("right of root", "sudo, and run it as root");
  const folder = join(workshop.scratch, "debian");
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  run("debootstrap", ["--variant=minbase", release ?? "stable", folder]);
  mkdirSync(join(folder, "root/keep"), { recursive: true });
  copyFileSync(
    join(import.meta.dirname, "../keep-memo.ts"),
    join(folder, "root/keep/keep-memo.ts"),
  );
  copyFileSync(process.execPath, join(folder, "root/keep/node"));
  writeFileSync(join(folder, "root/keep/package.json"), `{"type":"module"}`);

  const unpacked = new Set<string>();
  const debian: CleanDebian = {
    folder,
    run: (args, env = {}) =>
      run("chroot", [folder, ...args], {
        env: {
          PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
          HOME: "/root",
          LC_ALL: "C.UTF-8",
          DEBIAN_FRONTEND: "noninteractive",
          NODE_OPTIONS: "",
          ...env,
        },
      }),
    apt: (...args) => void debian.run(["apt-get", "-q", "-y", "--no-install-recommends", ...args]),
    bring: (file) => {
      copyFileSync(file, join(folder, "root", basename(file)));
      return `/root/${basename(file)}`;
    },
    keepMemo: (version, data, content) => {
      // Node can't read Electron's archive, so it is unpacked; the copy also works after uninstalling.
      const app = `root/app-${version}`;
      if (!unpacked.has(app)) {
        assert.equal(debian.run(["tidemark"]), stubSays);
        extractApp(join(folder, "opt/Tidemark/resources"), join(folder, app), version);
        unpacked.add(app);
      }
      const keep = ["/root/keep/node", "--import", "/root/keep/keep-memo.ts"];
      const said = debian.run([...keep, `/${app}/out/main/host.js`, data], { KEEP_MEMO: content });
      return z.array(z.string()).parse(JSON.parse(said));
    },
  };
  return debian;
}
