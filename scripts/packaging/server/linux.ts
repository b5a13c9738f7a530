import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { installedNames } from "../../../apps/server/build/installed-packages.mjs";
import { buildDeb } from "../fpm/build-deb.ts";
import { stageTree } from "../fpm/linux-package.ts";
import { root } from "../workshop.ts";
import { closureOf, copyClosure, fetchPackage, readLock, type Target } from "./closure.ts";
import { type ServerTree, writePackageTree } from "./package-tree.ts";

const packaging = join(root, "apps/server/packaging");

/**
 * Writes the server with its packages and Node into a folder: `bin/tidemark-server` runs it wherever the folder lies.
 */
export async function writeLinuxFolder(
  out: string,
  tree: ServerTree,
  target: Target,
): Promise<void> {
  const lib = join(out, "lib");
  await writePackageTree(lib, tree, target);
  const locked = readLock();
  copyClosure(locked, closureOf(locked, installedNames, "apps/server", target), lib, target);
  const node = `node_modules/node-${target.os}-${target.cpu}`;
  let own = join(root, node);
  if (!existsSync(own)) {
    own = join(out, "node");
    fetchPackage(node, locked[node], own);
  }
  copyFileSync(join(own, "bin/node"), join(lib, "node"));
  copyFileSync(join(own, "LICENSE"), join(lib, "LICENSE.node"));
  rmSync(join(out, "node"), { recursive: true, force: true });
  const bin = join(out, "bin/tidemark-server");
  mkdirSync(dirname(bin), { recursive: true });
  copyFileSync(join(packaging, "tidemark-server.sh"), bin);
  chmodSync(bin, 0o755);
  for (const name of ["LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt"]) {
    copyFileSync(join(lib, name), join(out, name));
  }
  mkdirSync(join(out, "share"));
  for (const name of ["tidemark-server.service", "tidemark-server.default"]) {
    copyFileSync(join(packaging, name), join(out, "share", name));
  }
}

/** Packs a folder as `.tar.zst`, with every file owned by root. */
export async function packTarZst(folder: string, file: string): Promise<void> {
  const owner = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name"];
  const tar = spawn("tar", ["-c", ...owner, "-C", dirname(folder), basename(folder)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(tar, "close");
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  await pipeline(tar.stdout, createZstdCompress({ params }), createWriteStream(file));
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}

/** Makes the .deb from a folder of `writeLinuxFolder`. */
export function packDeb(
  folder: string,
  file: string,
  { version, cpu }: { readonly version: string; readonly cpu: Target["cpu"] },
): void {
  const debian = {
    file,
    name: "tidemark-server",
    version,
    release: "1",
    architecture: cpu === "x64" ? "amd64" : cpu,
    maintainer: "Tidemark contributors <contributors@tidemark.invalid>",
    vendor: "Tidemark contributors",
    url: "https://tidemark.invalid",
    licence: "MIT",
    category: "net",
    summary: "Server that syncs memos between devices",
    description:
      "Server that syncs memos between devices\n" +
      "Tidemark keeps memos on the desk and syncs them. This server connects the\n" +
      "devices of one person or many, shows the app in any browser, and answers\n" +
      "clients of the memos API.",
    depends: ["libc6 (>= 2.34)", "libstdc++6", "passwd"],
    recommends: ["ca-certificates"],
    afterInstall: join(packaging, "postinst"),
    beforeRemove: join(packaging, "prerm"),
    afterRemove: join(packaging, "postrm"),
    configFiles: ["/etc/default/tidemark-server"],
    compression: "xz",
    contents: [
      { from: join(folder, "bin"), to: "usr/lib/tidemark-server/bin" },
      { from: join(folder, "lib"), to: "usr/lib/tidemark-server/lib" },
      {
        from: join(packaging, "tidemark-server.service"),
        to: "usr/lib/systemd/system/tidemark-server.service",
      },
      { from: join(packaging, "tidemark-server.default"), to: "etc/default/tidemark-server" },
      { from: join(root, "LICENSE"), to: "usr/share/doc/tidemark-server/copyright" },
      {
        from: join(folder, "THIRD-PARTY-NOTICES.txt"),
        to: "usr/share/doc/tidemark-server/THIRD-PARTY-NOTICES.txt",
      },
    ],
  };
  const tree = stageTree(debian.contents);
  try {
    mkdirSync(join(tree, "usr/bin"));
    symlinkSync(
      "../lib/tidemark-server/bin/tidemark-server",
      join(tree, "usr/bin/tidemark-server"),
    );
    buildDeb(debian, tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
