import { createHash } from "node:crypto";
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { Option } from "commander";
import { z } from "zod";
import { readBuild } from "../../../apps/server/src/ops/read-build.ts";
import { scriptCommand } from "../../script-command.ts";
import { root, run } from "../workshop.ts";
import type { Target } from "./closure.ts";
import { packDeb, packTarZst, writeLinuxFolder } from "./linux.ts";
import { packForNpm, writePackageTree } from "./package-tree.ts";

// `npm run dist -w @tidemark/server`, after `npm run build`: makes the packages of the server, their list of contents, and
// SHA256SUMS. `--only folder` writes only the folder that a container image has, as OUT/tidemark-server.

const { out: given, only } = scriptCommand("dist", "Makes the packages of the server.")
  .option("--out <folder>", "where they go", "apps/server/out")
  .addOption(new Option("--only <part>", "only one part").choices(["folder", "npm", "linux"]))
  .parse()
  .opts<{ out: string; only?: "folder" | "npm" | "linux" }>();

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, "apps/server/package.json"), "utf8")));
const out = resolve(root, given);
const { commit } = await readBuild(version);
const tree = { version, commit };
const here: Target = { os: "linux", cpu: process.arch === "arm64" ? "arm64" : "x64" };
mkdirSync(out, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), "tidemark-server-dist-"));
try {
  if (only === "folder") {
    await writeLinuxFolder(join(out, "tidemark-server"), tree, here);
  }
  if (only === undefined || only === "npm") {
    const folder = join(scratch, "npm");
    await writePackageTree(folder, tree, here);
    console.log(packForNpm(folder, out));
  }
  if (only === undefined || only === "linux") {
    for (const cpu of ["x64", "arm64"] as const) await packLinux(cpu);
  }
  if (only !== "folder") await writeSums();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Makes the archive, the .deb and the list of contents for a processor. */
async function packLinux(cpu: Target["cpu"]): Promise<void> {
  const name = `tidemark-server-${version}-linux-${cpu}`;
  const folder = join(scratch, name);
  await writeLinuxFolder(folder, tree, { os: "linux", cpu });
  await packTarZst(folder, join(out, `${name}.tar.zst`));
  const deb = `tidemark-server_${version}_${cpu === "x64" ? "amd64" : cpu}.deb`;
  packDeb(folder, join(out, deb), { version, cpu });
  const sbom = run("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], {
    cwd: join(folder, "lib"),
  });
  writeFileSync(join(out, `${name}.cdx.json`), sbom);
  for (const made of [`${name}.tar.zst`, deb, `${name}.cdx.json`]) console.log(join(out, made));
}

/** Writes the hashes of all files in the folder, for `sha256sum --check`. */
async function writeSums(): Promise<void> {
  const lines: string[] = [];
  const name = "SHA256SUMS";
  for (const file of readdirSync(out).toSorted()) {
    if (file === name) continue;
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(out, file)), hash);
    lines.push(`${hash.digest("hex")}  ${file}\n`);
  }
  writeFileSync(join(scratch, name), lines.join(""));
  renameSync(join(scratch, name), join(out, name));
}
